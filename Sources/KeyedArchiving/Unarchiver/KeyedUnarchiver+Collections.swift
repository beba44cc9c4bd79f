// Contents of collections whose elements may be of any type.

extension KeyedUnarchiver {
    /// Decodes the contents of a collection of objects of any types that are allowed.
    ///
    /// - Throws: As ``decodeElements(of:forKey:)`` does.
    public func decodeElements(forKey key: String = "NS.objects") throws -> [any Codingable] {
        try decoding([]) {
            let list = try elementList(forKey: key)
            var elements: [any Codingable] = []
            elements.reserveCapacity(list.count)
            for position in 0..<list.count {
                let uid = try reference(at: position, of: list, key)
                guard let element = try decodeAnyObject(reference: uid, .inherited) else {
                    throw badElement("is nil", position, key)
                }
                elements.append(element)
            }
            return elements
        }
    }
}
