#if canImport(ucrt)
    extension File {
        /// Puts bytes in the place of a file, all or nothing.
        ///
        /// They go into a new file in the same folder, which then takes the place of the old one and gets its list of
        /// who may do what, its attributes and its time of creation from Windows; whatever fails before that leaves the
        /// old one as it was. A new file gets what its folder gives. Links are followed and stay links; one that leads
        /// to nothing is an error. A file with several names (hard links) is written to instead, and gets its old bytes
        /// back if that fails. A device is written to as it is.
        ///
        /// - Parameter model: A file whose permissions the new one would get; Windows gives it those of the folder.
        static func replace(
            at path: String,
            with bytes: [UInt8],
            permissionsOf model: String? = nil
        ) throws(SystemError) {
            guard let status = try FileStatus.ofAnything(at: path) else { return try create(path, bytes) }
            guard !status.isFolder else { throw SystemError(number: EISDIR) }
            guard status.isRegularFile else { return try write(bytes, toDeviceAt: path) }
            try Interruption.heldBack { interruption throws(SystemError) in
                guard status.nameCount == 1 else { return try overwrite(fileAt: path, with: bytes, interruption) }
                let target = try behindLinks(of: path)
                let new = try filled(beside: target, with: bytes)
                let isReplaced = target.withWideText { target in
                    new.withWideText { new in ReplaceFileW(target, new, nil, 0, nil, nil) }
                }
                guard isReplaced else { throw removing(new) }
            }
        }

        private static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
            let new = try filled(beside: path, with: bytes)
            let isMoved = path.withWideText { path in
                new.withWideText { new in MoveFileExW(new, path, UInt32(MOVEFILE_WRITE_THROUGH)) }
            }
            guard isMoved else { throw removing(new) }
        }

        /// A new file with the bytes, under a name of its own in the folder of another.
        private static func filled(beside path: String, with bytes: [UInt8]) throws(SystemError) -> String {
            let folder = path.lastIndex { $0 == "/" || $0 == "\\" || $0 == ":" }.map { path[...$0] } ?? ""
            let number = UInt64.random(in: .min ... .max)
            let name = "\(folder).keyed-archive-\(String(number, radix: 36)).tmp"
            var descriptor: Int32 = -1
            let flags = _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT
            let status = name.withWideText {
                _wsopen_s(&descriptor, $0, flags, _SH_DENYNO, _S_IREAD | _S_IWRITE)
            }
            guard status == 0 else { throw SystemError(number: status) }
            do throws(SystemError) {
                defer { close(descriptor) }
                try Interruption.heldBack { interruption throws(SystemError) in
                    try fill(descriptor, with: bytes, interruption)
                }
            } catch {
                _ = name.withWideText { DeleteFileW($0) }
                throw error
            }
            return name
        }

        /// Removes a file that could not take its place.
        ///
        /// - Returns: Why it could not.
        private static func removing(_ new: String) -> SystemError {
            let error = SystemError.lastOfWindows
            _ = new.withWideText { DeleteFileW($0) }
            return error
        }

        /// The path of the file that a path leads to behind all links.
        private static func behindLinks(of path: String) throws(SystemError) -> String {
            let sharing = UInt32(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
            let handle = path.withWideText {
                CreateFileW($0, 0, sharing, nil, UInt32(OPEN_EXISTING), UInt32(FILE_ATTRIBUTE_NORMAL), nil)
            }
            guard let handle, handle != INVALID_HANDLE_VALUE else { throw .lastOfWindows }
            defer { CloseHandle(handle) }
            // The longest path that Windows has.
            var text = [UInt16](repeating: 0, count: 1 << 15)
            let count = GetFinalPathNameByHandleW(handle, &text, UInt32(text.count), 0)
            guard count > 0, count < text.count else { throw .lastOfWindows }
            return String(decoding: text.prefix(Int(count)), as: UTF16.self)
        }
    }
#endif
