import Foundation
import TestSupport

/// Python's `plistlib`, which reads binary property lists independently of this library.
///
/// One process reads all inputs, since starting one takes longer than reading thousands of small files.
enum PythonPropertyLists {
    /// What Python made of one input.
    struct Outcome {
        /// Whether it was read.
        var isAccepted: Bool
        /// Whether an object was read that is not between the header and the offset table.
        var leftObjects: Bool
        /// The value as ``PropertyList/canonicalText`` writes it, or why it cannot be written.
        var text: [UInt8]

        /// Whether the value holds itself.
        var cannotBeWritten: Bool { text == Array("cycle".utf8) }
        /// Whether a dictionary may have lost keys: those of numbers that Python takes for the same.
        var mayLackKeys: Bool { text == Array("key".utf8) }
    }

    static let interpreter: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        let candidates = path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/python3") }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    static var isPresent: Bool { interpreter != nil }

    /// Reads each input in Python.
    static func read(_ inputs: [[UInt8]]) throws -> [Outcome] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("inputs")
        let output = folder.appendingPathComponent("outcomes")
        var bytes: [UInt8] = []
        for item in inputs { bytes += bigEndian(UInt64(item.count), 8) + item }
        try Data(bytes).write(to: input)

        let process = Process()
        process.executableURL = interpreter
        process.arguments = ["-c", script, input.path, output.path]
        try process.run()
        process.waitUntilExit()
        return outcomes(in: Array(try Data(contentsOf: output)), count: inputs.count)
    }

    /// Each outcome is a byte of flags, the length of the text in 8 bytes, and the text.
    private static func outcomes(in bytes: [UInt8], count: Int) -> [Outcome] {
        var outcomes: [Outcome] = []
        var position = 0
        while outcomes.count < count, position + 9 <= bytes.count {
            let length = Int(bytes[position + 1..<position + 9].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
            let text = position + 9..<position + 9 + length
            outcomes.append(
                Outcome(
                    isAccepted: bytes[position] & 1 != 0,
                    leftObjects: bytes[position] & 2 != 0,
                    text: Array(bytes[text])
                )
            )
            position = text.upperBound
        }
        return outcomes
    }

    /// Reads the inputs, writes the outcomes.
    ///
    /// The first three reads of the parser are the header, the trailer and the offset table; all others are of objects.
    private static let script = """
        import base64, datetime, io, plistlib, struct, sys

        epoch = datetime.datetime(2001, 1, 1)
        microsecond = datetime.timedelta(microseconds=1)

        class Unwritable(Exception):
            pass

        class Tracked(io.BytesIO):
            def __init__(self, data):
                super().__init__(data)
                self.reads = []
            def read(self, size=-1):
                start = self.tell()
                data = super().read(size)
                self.reads.append((start, start + len(data)))
                return data

        def text(value, out, path):
            if value is None: out.append(b'null')
            elif value is True: out.append(b'true')
            elif value is False: out.append(b'false')
            elif isinstance(value, int): out.append(b'i%d' % value)
            elif isinstance(value, float):
                out.append(b'rnan' if value != value else b'r' + struct.pack('>d', value).hex().encode())
            elif isinstance(value, datetime.datetime): out.append(b't%d' % ((value - epoch) // microsecond))
            elif isinstance(value, bytes): out.append(b'd' + base64.b64encode(value))
            elif isinstance(value, str):
                encoded = value.encode()
                out.append(b's%d:' % len(encoded) + encoded)
            elif isinstance(value, plistlib.UID): out.append(b'u%d' % value.data)
            else:
                if id(value) in path: raise Unwritable(b'cycle')
                if len(out) > 1000000 and len(path) > 4: raise Unwritable(b'huge')
                path.add(id(value))
                if isinstance(value, list):
                    out.append(b'[')
                    for item in value:
                        text(item, out, path)
                        out.append(b',')
                    out.append(b']')
                else:
                    out.append(b'{')
                    if any(isinstance(key, (int, float)) for key in value): lacking.append(True)
                    for key, item in value.items():
                        text(key, out, path)
                        out.append(b'=')
                        text(item, out, path)
                        out.append(b',')
                    out.append(b'}')
                path.remove(id(value))

        # Dictionaries in which keys may be missing; a value that holds itself is found nevertheless.
        lacking = []

        def outcome(data):
            file = Tracked(data)
            try:
                value = plistlib.load(file)
            except Exception:
                return 0, b''
            table = struct.unpack('>Q', data[-8:])[0]
            outside = any(start < 8 or end > table for start, end in file.reads[3:])
            out = []
            lacking.clear()
            try:
                text(value, out, set())
                if lacking: out = [b'key']
            except Unwritable as problem:
                out = [problem.args[0]]
            except RecursionError:
                return 0, b''
            return 1 | outside << 1, b''.join(out)

        with open(sys.argv[1], 'rb') as source, open(sys.argv[2], 'wb') as target:
            while length := source.read(8):
                flags, result = outcome(source.read(struct.unpack('>Q', length)[0]))
                target.write(bytes([flags]) + struct.pack('>Q', len(result)) + result)
        """
}
