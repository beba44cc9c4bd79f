import PropertyLists

/// The bytes of a file, a pipe or a device, read no further than they may be a property list.
enum InputBytes {
    /// Why nothing was read.
    enum Refusal: Error {
        case system(SystemError)
        /// There are more bytes than the bound allows.
        case tooLong
    }

    /// The number of bytes to read before the kind is determined.
    private static let headSize = 1 << 16

    /// How much white space may come before an XML property list; text of nothing else is as good as empty.
    private static let maximumBlankSize = 1 << 20

    /// All bytes of a file, as ``read(from:limit:)`` reads them.
    static func read(fileAt path: FilePath, limit: Int, readsJSON: Bool = false) throws(Refusal) -> [UInt8] {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try Descriptor.opened(toReadFileAt: path)
        } catch {
            throw .system(error)
        }
        defer { close(descriptor) }
        return try read(from: descriptor, limit: limit, readsJSON: readsJSON)
    }

    /// All bytes up to the end, whatever they are.
    ///
    /// - Parameter head: What was read already.
    static func readAll(from descriptor: Int32, after head: [UInt8], limit: Int) throws(Refusal) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: headSize)
        var bytes = head
        while bytes.count <= limit {
            let count: Int
            do throws(SystemError) {
                count = try Descriptor.readSome(from: descriptor, into: &buffer)
            } catch {
                throw .system(error)
            }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
        throw .tooLong
    }

    /// All bytes up to the end; of bytes that can't be a property list only the first and the last ones, which show
    /// that.
    ///
    /// - Parameters:
    ///   - head: What was read already.
    ///   - readsJSON: Whether JSON is read to its end, too.
    static func read(
        from descriptor: Int32,
        after head: [UInt8] = [],
        limit: Int,
        readsJSON: Bool = false
    ) throws(Refusal) -> [UInt8] {
        do throws(SystemError) {
            var buffer = [UInt8](repeating: 0, count: headSize)
            var bytes = head
            // What was looked at already, and may still be followed by a property list.
            var blankSize = 0
            var isDecided = false
            while bytes.count <= limit {
                let count = try Descriptor.readSome(from: descriptor, into: &buffer)
                guard count > 0 else { return bytes }
                bytes.append(contentsOf: buffer[..<count])
                guard bytes.count <= limit, !isDecided, bytes.count - blankSize >= headSize else { continue }
                switch FileKind(Array(bytes[blankSize...])) {
                case .propertyList, .text, .sequential:
                    isDecided = true
                    bytes.reserveCapacity(min(size(of: descriptor), limit))
                case .blank where bytes.count < maximumBlankSize: blankSize = bytes.count
                case .other where readsJSON && FileSignature.isJSON(bytes): isDecided = true
                // As far as is looked there is nothing.
                case .blank: return []
                case .other, .unknownText, .unknown: return try bytes + end(of: descriptor, after: bytes.count)
                }
            }
        } catch {
            throw .system(error)
        }
        throw .tooLong
    }

    /// The last bytes of a regular file, which may tell its kind; none of others.
    ///
    /// - Parameter count: How many bytes were read already.
    private static func end(of descriptor: Int32, after count: Int) throws(SystemError) -> [UInt8] {
        let rest = size(of: descriptor) - count
        guard rest > 0 else { return [] }
        let partSize = min(rest, FileSignature.endSize)
        return try Descriptor.readPart(of: descriptor, at: count + rest - partSize, count: partSize)
    }

    /// The size of a regular file, which says how much room its bytes take; 0 for others.
    private static func size(of descriptor: Int32) -> Int {
        guard let status = try? FileStatus(of: descriptor), status.isRegularFile else { return 0 }
        return status.size
    }
}
