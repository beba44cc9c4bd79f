public import Foundation
public import KeyedArchiving

/// A color space as archives hold it: `NSColorSpace`.
public struct ArchivedColorSpace: Hashable, Sendable {
    /// Apple's number of the space (`NSID`).
    public var identifier: Int?

    /// The number of the space in a newer numbering (`NSSpaceID`).
    public var spaceIdentifier: Int?

    /// The ICC profile.
    public var profile: Data?

    /// The number of the color model.
    public var model: Int?

    /// Creates a color space.
    public init(identifier: Int? = nil, spaceIdentifier: Int? = nil, profile: Data? = nil, model: Int? = nil) {
        self.identifier = identifier
        self.spaceIdentifier = spaceIdentifier
        self.profile = profile
        self.model = model
    }
}

extension ArchivedColorSpace: Codingable {
    /// `NSColorSpace`.
    public static var codedClassName: String { "NSColorSpace" }

    /// Writes what there is.
    public func encode(with archiver: KeyedArchiver) throws {
        if let identifier { try archiver.encode(Int32(clamping: identifier), forKey: "NSID") }
        if let spaceIdentifier { try archiver.encode(Int32(clamping: spaceIdentifier), forKey: "NSSpaceID") }
        if let profile { try archiver.encode(profile, forKey: "NSICC") }
        if let model { try archiver.encode(Int32(clamping: model), forKey: "NSModel") }
    }

    /// Reads what there is.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            identifier: try unarchiver.optionalInteger(forKey: "NSID"),
            spaceIdentifier: try unarchiver.optionalInteger(forKey: "NSSpaceID"),
            profile: try unarchiver.optionalData(forKey: "NSICC"),
            model: try unarchiver.optionalInteger(forKey: "NSModel")
        )
    }
}
