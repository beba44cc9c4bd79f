extension ClassRegistry {
    /// The types for Foundation's and AppKit's classes, by name.
    static let standardTypes: [String: any (SequentialCodingable & SendableMetatype).Type] = [
        "NSString": SequentialString.self, "NSMutableString": SequentialString.self,
        "NSValue": SequentialBoxedValue.self, "NSNumber": SequentialBoxedValue.self,
        "NSDecimalNumberPlaceholder": SequentialDecimal.self, "NSDate": SequentialDate.self,
        "NSData": SequentialData.self, "NSMutableData": SequentialData.self, "NSURL": SequentialURL.self,
        "NSNull": SequentialNull.self, "NSArray": SequentialArray.self, "NSMutableArray": SequentialArray.self,
        "NSSet": SequentialSet.self, "NSMutableSet": SequentialSet.self,
        "NSDictionary": SequentialDictionary.self, "NSMutableDictionary": SequentialDictionary.self,
        "NSAttributedString": SequentialAttributedString.self,
        "NSMutableAttributedString": SequentialAttributedString.self,
        "NSColor": SequentialColor.self, "NSFont": SequentialFont.self,
    ]
}

/// The classes of a type of Foundation's, with versions.
enum ClassChain {
    static func chain(_ names: CodedClassVersion...) -> [CodedClassVersion] { names + [CodedClassVersion("NSObject")] }

    /// An immutable class, or the mutable class below it.
    static func chain(_ name: String, mutable: String?, version: Int = 0) -> [CodedClassVersion] {
        let base = CodedClassVersion(name, version: version)
        return mutable.map { chain(CodedClassVersion($0, version: version), base) } ?? chain(base)
    }

    /// Whether classes are those of an immutable class or of the mutable class below it.
    ///
    /// The result is that of comparing with both chains, without making them.
    static func matches(
        _ versions: [CodedClassVersion],
        _ name: String,
        orMutable mutable: String,
        version: Int = 0
    ) -> Bool {
        switch versions.count {
        case 2: break
        case 3:
            guard versions[0].name == mutable, versions[0].version == version else { return false }
        default: return false
        }
        let (base, root) = (versions[versions.count - 2], versions[versions.count - 1])
        return base.name == name && base.version == version && root.name == "NSObject" && root.version == 0
    }
}

extension SequentialUnarchiver {
    /// Reads how many elements a collection has.
    func decodeCount(ofObjCType type: String) throws -> Int {
        guard let count = try decodeValue(ofObjCType: type).integer(as: Int.self), count >= 0 else {
            throw damaged("a count is negative")
        }
        return count
    }

    /// Checks that a class of Foundation's has no more than was read, so that nothing is lost.
    func checkEnd() throws {
        guard isAtEnd else {
            throw failure(
                .invalidValue, "the object has more than its class writes",
                remedy: "register UnknownSequentialObject for the class in `registry`")
        }
    }
}

/// A class of Foundation's that the library knows.
protocol StandardSequentialClass: SequentialCodingable {
    /// Whether an instance keeps all that an object of some classes has, so that it is written as it was.
    static func canHold(_ versions: [CodedClassVersion]) -> Bool
}
