import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

// Objects of classes that only their programs know, with a few fields each.

extension ReplicaArchive {
    private static func anchor(_ row: Int64) -> ReplicaArchive {
        .phone { ArchiveBuilder.object("HKQueryAnchor", ["rowid": .integer(row)]) }
    }

    /// A message of Apple's Instruments: a dictionary in an object of the message's class.
    private static func message(
        _ name: String, _ entries: @autoclosure @escaping @Sendable () -> [ArchivedDictionary.Entry]
    ) -> ReplicaArchive {
        .phone {
            ArchivedObject(
                ArchivedClass(
                    name: name,
                    hierarchy: name == "DTTapMessage" ? [name, "NSObject"] : [name, "DTTapMessage", "NSObject"]),
                fields: [ArchivedObject.Field("DTTapMessagePlist", .object(mutable(entries())))]
            )
        }
    }

    private static func foo(
        in layout: ArchiveLayout = .macOS10_14,
        _ fields: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, ArchivedValue>
    ) -> ReplicaArchive {
        ReplicaArchive(layout: layout, format: .binary) {
            let object = ArchivedObject(
                ArchivedClass(name: "crap.Foo", hierarchy: ["crap.Foo", "NSCoder", "NSObject"]),
                fields: fields().map { ArchivedObject.Field($0.key, $0.value) }
            )
            try $0.encode(object, forKey: "root")
        }
    }

    /// The ranges of an index set: start and length in turn.
    private static let foundItems = [
        3, 2, 8, 1, 12, 6, 21, 1, 23, 1, 25, 1, 27, 2, 31, 8, 44, 1, 48, 1, 51, 1, 53, 3, 60, 2, 64, 2, 71, 1, 76, 1,
        83,
        1, 86, 2, 91, 1, 100, 2, 111, 2, 120, 2, 124, 1, 141, 1, 144, 1, 155, 1, 160, 2, 166, 2, 221, 1, 316, 1, 1024,
        3,
        1028, 1, 1030, 5, 1043, 1, 1048, 3, 1052, 1, 1055, 1, 1062, 1, 1072, 1, 1084, 1, 1095, 1, 8192, 1,
    ]

    /// A view of a page in a drawing program.
    private static func view(_ origin: String, _ zoom: Double) -> ArchivedDictionary {
        mutable([("scrollOrigin", origin), ("zoomValue", zoom)])
    }

    private static func uuid(_ text: String) throws -> UUID {
        guard let uuid = UUID(uuidString: text) else { throw CocoaError(.formatting) }
        return uuid
    }

    /// Small objects and collections, by the ends of the names of their files.
    static let smallObjects: [String: ReplicaArchive] = [
        "CarbStore.queryAnchor.bplist": anchor(876), "GlucoseStore.queryAnchor.bplist": anchor(0),
        "InsulinDeliveryStore.queryAnchor.bplist": anchor(879),
        "dtactivitytapmessage.bin~48_434.bplist": message("DTActivityTraceTapMessage", [("k", 0)]),
        "DTSysmonTapMessage.bin": message("DTSysmonTapMessage", [("k", 0), ("tv", 65536)]),
        "DTTapHeartbeatMessage.bin": message("DTTapHeartbeatMessage", [("k", 8), ("heart", 0)]),
        "dttapmessage.bin": message("DTTapMessage", [("k", 5)]),
        "dttapstatusmessage.bin": message(
            "DTTapStatusMessage",
            [
                ("k", 8), ("status", 2_415_919_109), ("ts", 28_483_226_158_811), ("notice", "Time Mapping"),
                (
                    "info",
                    ArchivedDictionary([
                        ("DTActivityTraceTapDeviceMachContinuousTimeKey", 86_049_763_493_672),
                        ("DTActivityTraceTapDeviceMachAbsoluteTimeKey", 28_483_226_158_831),
                        ("DTActivityTraceTapDeviceMachTimebaseDenominatorKey", 3),
                        ("DTActivityTraceTapDeviceTimeIntervalSince1970Key", 1_650_826_866.105329),
                        ("DTActivityTraceTapDeviceMachTimebaseNumeratorKey", 125),
                    ])
                ),
            ]),
        "XCActivityRecord.bin": .current {
            ArchiveBuilder.object(
                "XCActivityRecord",
                [
                    "finish": .null, "uuid": .object(try uuid("A8F5C718-D234-49B0-A891-136F94C41213")),
                    "start": .object(Date(timeIntervalSinceReferenceDate: 625_945_468.42794)), "title": "Suite Set Up",
                    "activityType": "com.apple.dt.xctest.activity-type.internal",
                    "attachments": .object(ArchivedArray([])),
                ]
            )
        },
        "dtcpuclusterinfo.bin": .phone {
            let cluster = {
                ArchiveBuilder.object(
                    "DTCPUClusterInfo", ["_clusterID": .integer(0), "_clusterFlags": .integer(0)])
            }
            return ArchivedDictionary([(0, cluster()), (1, cluster())])
        },
        "int64-value-in-nskeyedarchive.bin": .current {
            ArchivedDictionary([
                ("trackExpiredPIDs", true), ("targetPID", 21761), ("onlySignposts", true),
                ("pidToInjectCombineDYLIB", -1), ("machTimebaseNumer", 125), ("signpostsAndLogs", false),
                ("machTimebaseDenom", 3), ("combineDataScope", 0), ("bm", 0),
                (
                    "predicate",
                    "(category == 'InduceCondition') AND (subsystem == 'com.apple.ConditionInducer.LowSeverity')"
                ), ("ur", 500),
            ])
        },
        "binary_NSKeyedArchiver.plist": ReplicaArchive(layout: .macOS10_14, format: .binary) {
            var set = IndexSet()
            for position in stride(from: 0, to: foundItems.count, by: 2) {
                set.insert(integersIn: foundItems[position]..<foundItems[position] + foundItems[position + 1])
            }
            try $0.encode(MutableVariant(set), forKey: "foundItems")
        },
        "uid.bplist": .old { mutable([("key1", "obj1"), ("key3", "obj3"), ("key2", "obj2")]) },
        "PSCarouselView/logo.sketch~payload_2_value.bplist": .old {
            let selection = ["110F425D-45A9-4B7A-BFDC-A6C254AF4C26", "DEBE2076-0A9C-40A6-B6C2-A950AEE28C37"]
            return ArchivedDictionary([
                ("410CBE8F-083E-403D-A393-C9B339279D10", view("{-229, -60}", 1.460878991231838)),
                (
                    "D064EB77-AE75-4074-91CC-F22B44ECA20B",
                    mutable([
                        ("pageListHeight", 110.0),
                        ("exportableLayerSelection", ArchivedArray(selection, isMutable: true)),
                    ])
                ),
            ])
        },
        "AccountManagement.sketch~payload_2_value.bplist": .old {
            ArchivedDictionary([("4800216B-860D-4B0A-9256-FA6AD4930441", view("{-152, 499}", 2.0554133806749553))])
        },
        "Sparkle-Icon.sketch~payload_2_value.bplist": .old {
            let selection = ArchivedArray(["1EAA6AFB-D25E-4595-862C-A2634DFA7F50"], isMutable: true)
            return mutable([("exportableLayerSelection", selection)])
        },
        "STUnique.bplist": .current {
            ArchivedObject(
                ArchivedClass(
                    name: "_NSPersistentHistoryToken",
                    hierarchy: ["_NSPersistentHistoryToken", "NSPersistentHistoryToken", "NSObject"]),
                fields: [
                    ArchivedObject.Field(
                        "NSPersistentHistoryTokenDictionary",
                        .object(ArchivedDictionary([("DA656DD5-6F79-4C19-982C-7F5EFF694A9F", 1038)])))
                ]
            )
        },
        "netusage.sqlite~ZPROVISIONINGDATA_102_ZMAP.bplist": ReplicaArchive(layout: .current, format: .binary) {
            let digest: [UInt8] = [
                0x4A, 0x6D, 0x54, 0xF3, 0x21, 0x55, 0x5E, 0xD8, 0x92, 0x3B, 0x0A, 0x7D, 0x31, 0xF9, 0xB9, 0x6F, 0x4A,
                0x20,
                0x3A, 0x61, 0x68, 0xF3, 0x73, 0xB2, 0x70, 0xBD, 0x8B, 0xB3, 0x6E, 0x26, 0x09, 0xB6,
            ]
            try $0.encode(Data(digest), forKey: "opaque")
        },
        "UI_state_metadata.bin": .old { mutable([]) },
        "complex_archive.plist": foo([
            "title": "yo", "active": .boolean(true), "count": .integer(42),
            "categories": .object(ArchivedArray(["banana", "apple"])),
            "metadata": .object(ArchivedDictionary([("fruit", "kiwi"), ("veg", "asparagus")])),
        ]),
        "data_archive.plist": foo(["title": "yo", "stamp": .dataObject([])]),
        "empty_archive.plist": foo(in: .macOS10_9, [:]), "null_archive.plist": foo(["title": "yo", "empty": .null]),
        "simple_archive.plist": foo(in: .macOS10_9, ["title": "yo", "count": .integer(42), "active": .boolean(true)]),
        "icon.pxm~20331_124.bplist": ReplicaArchive(layout: .macOS10_14, format: .binary) { _ in },
        "icon.pxm~30191_508.bplist": .old {
            mutable([
                ("A19A764E-8B72-4405-8FE0-6A96AA7531C1-55912-000042F866D511A2", ArchivedArray([], isMutable: true)),
                ("5ABBA23D-96DB-4FDA-A794-7F55851730EE-22687-000058017BFF9939", ArchivedArray([], isMutable: true)),
            ])
        },
        "icon.pxm~31758_711.bplist": .old {
            let platform = IdentifiedValue("PTImageIOPlatformMacOS")
            let minimum = ("PTImageIOFormatDocumentRequiresMinimumAppVersionInfoKey", "3.1.1")
            return mutable([
                (platform, ArchivedDictionary([minimum])),
                ("PTImageIOFormatDocumentVersionInfoKey", "1.5.1"),
                ("PTImageIOFormatDocumentSavedOnPlatformInfoKey", platform),
                ("PTImageIOFormatDocumentSavedWithAppVersionInfoKey", "3.4"),
                ("PTImageIOFormatDocumentMinimumSupportedVersionInfoKey", "1.5"),
            ])
        },
        "icon.pxm~32512_663.bplist": .old {
            mutable([
                ("snapToGrid", false), ("snapToLayers", true), ("guidesArray", ArchivedArray([], isMutable: true)),
                ("rulersVisible", false), ("guidesLocked", false), ("guidesHidden", false),
                ("rulersMeasurementUnits", 0), ("snapToGuides", true), ("rulersOffset", "{0, 0}"),
                ("snapToBounds", true), ("gridVisible", false),
            ])
        },
        "nskeyedarchiver_example.plist": ReplicaArchive(layout: .macOSX10_6, format: .binary) {
            try $0.encode(
                ArchiveBuilder.object("Archived", ["somekey": "object value as string"]), forKey: "root")
        },
    ]
}
