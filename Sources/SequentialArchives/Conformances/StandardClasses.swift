extension SequentialClassRegistry {
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
}

extension SequentialUnarchiver {
    /// Reads how many elements a collection has.
    func decodeCount(ofObjCType type: String) throws -> Int {
        guard let count = try decodeValue(ofObjCType: type).integer(as: Int.self), count >= 0 else {
            throw failure(.invalidValue, "a count is negative")
        }
        return count
    }

    /// Checks that a class of Foundation's has no more than was read, so that nothing is lost.
    func checkEnd() throws {
        guard isAtEnd else {
            throw failure(
                .invalidValue, "the object has more than its class writes", remedy: "open it as a SequentialNode")
        }
    }
}
