/// A property list in the binary form, converted from other forms, so that all other code uses one reader.
package struct BinaryForm {
    package let reader: BinaryPropertyListReader
    /// The form that it was read from.
    package let format: PropertyListFormat
    /// The peculiarities of the text that it was read from; none for a list in the binary form.
    package private(set) var oddities: [ArchiveError] = []

    /// Opens a list whose form is known; text is read whole and turned into the binary form.
    package init(
        _ bytes: [UInt8],
        _ format: PropertyListFormat,
        limits: Limits,
        validation: BinaryPropertyListReader.Validation = .onAccess
    ) throws(ArchiveError) {
        self.format = format
        switch format {
        case .binary: reader = try BinaryPropertyListReader(bytes, limits: limits, validation: validation)
        case .xml:
            let list = try XMLPropertyListReader(limits: limits).read(bytes, oddities: &oddities)
            reader = try Self.reader(of: list, limits, isMadeOfText: true)
        case .openStep:
            let list = try OpenStepPropertyListReader(limits: limits).read(bytes, oddities: &oddities)
            reader = try Self.reader(of: list, limits, isMadeOfText: true)
        }
    }

    /// Opens a list in any form, of OpenStep's also a single string, which isn't recognized as a list otherwise.
    package init(ofList bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        do throws(ArchiveError) {
            let format = try PropertyListFormat(detecting: bytes)
            try self.init(bytes, format, limits: limits)
        } catch {
            guard error.code == .unrecognizedFormat,
                let form = try? BinaryForm(bytes, .openStep, limits: limits)
            else { throw error }
            self = form
        }
    }

    /// The binary form of a list.
    package init(of list: PropertyList, limits: Limits) throws(ArchiveError) {
        reader = try Self.reader(of: list, limits)
        format = .binary
    }

    private static func reader(
        of list: PropertyList,
        _ limits: Limits,
        isMadeOfText: Bool = false
    ) throws(ArchiveError) -> BinaryPropertyListReader {
        try BinaryPropertyListReader(
            BinaryPropertyListWriter().write(list), limits: limits, validation: .onAccess, isMadeOfText: isMadeOfText)
    }
}
