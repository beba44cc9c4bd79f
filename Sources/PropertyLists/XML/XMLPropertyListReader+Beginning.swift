extension XMLPropertyListReader {
    /// Whether bytes begin like XML.
    package static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        PropertyListFormat(recognizing: bytes) == .xml
    }

    /// Reads a property list as far as it can be read.
    ///
    /// Of the containers that are open where the text ends or goes wrong, only the outermost two levels are kept, with
    /// their complete elements: the dictionary of an archive, and its list of entries. Bytes that aren't text become
    /// U+FFFD.
    ///
    /// - Returns: The value, and the error where reading ended; nil if all of it can be read.
    package func readBeginning(
        of bytes: [UInt8]
    ) throws(ArchiveError) -> (value: PropertyList, error: ArchiveError?) {
        let text: SourceText
        do {
            text = try SourceText(xml: bytes, limits: limits)
        } catch {
            guard [.invalidString, .malformedText, .truncated].contains(error.code) else { throw error }
            text = try SourceText(xml: bytes, limits: limits, isRepaired: true)
        }
        var parser = XMLPropertyListParser(text, limits: limits)
        do {
            return (try parser.parse(), nil)
        } catch {
            guard !error.endsWork, let value = parser.closeAll() else { throw text.located(error) }
            return (value, text.located(error))
        }
    }
}

extension XMLPropertyListParser {
    /// Closes all containers, and returns the root; nil if there is none.
    fileprivate mutating func closeAll() -> PropertyList? {
        while depth > 2 { dropInnermost() }
        while depth > 0 {
            // A key whose value is missing.
            if innermost.tag == .dict, !(pending.count - innermost.firstPending).isMultiple(of: 2) {
                pending.remove(from: pending.count - 1)
            }
            guard (try? closeInnermost()) != nil else { return nil }
        }
        return pending.first
    }

    /// Removes the innermost container with its contents.
    private mutating func dropInnermost() {
        pending.remove(from: innermost.firstPending)
        innermost = enclosing.popLast() ?? OpenContainer(tag: nil, offset: 0, firstPending: 0)
        depth -= 1
    }
}
