#if !canImport(ucrt)
    extension File {
        /// Puts bytes in the place of a file, all or nothing.
        ///
        /// They go into a new file in the same folder, with the owner, the group and the permissions of the old one,
        /// whose place it then takes; whatever fails before that leaves the old one as it was, and so does a signal
        /// that ends the program. Links are followed, also to a file that isn't there yet, and stay links.
        ///
        /// A file with several names (hard links), or with an owner or a group that this user can't give to a file,
        /// can't be replaced by a new one. It is written to instead, and gets its old bytes back if that fails.
        ///
        /// The bits that let a program run as its owner or its group are always dropped, as the system does for those
        /// who write to a file: they were given to other bytes.
        ///
        /// What isn't a regular file, such as `/dev/null` or a pipe, is written to as it is.
        ///
        /// - Parameter model: A file whose permissions the new one gets, whatever it replaces.
        static func replace(
            at path: String,
            with bytes: [UInt8],
            permissionsOf model: String? = nil
        ) throws(SystemError) {
            let permissions = try model.map { model throws(SystemError) in try FileStatus(ofFileAt: model).permissions }
            let status = try FileStatus.ofAnything(at: path)
            if let status, !status.isRegularFile { return try write(bytes, toDeviceAt: path) }
            try Interruption.heldBack { interruption throws(SystemError) in
                let place = try Place.behindLinks(of: path)
                guard let status else { return try create(at: place, mode: permissions ?? 0o666, bytes, interruption) }
                if let old = try place.status(), old.isSameFile(as: status), old.nameCount == 1,
                    try replace(old, at: place, with: bytes, permissions ?? old.permissions, interruption)
                {
                    return
                }
                try overwrite(fileAt: path, with: bytes, interruption)
            }
        }

        private static func create(
            at place: borrowing Place,
            mode: mode_t,
            _ bytes: [UInt8],
            _ interruption: Interruption
        ) throws(SystemError) {
            _ = try place.replace(mode: mode) { descriptor throws(SystemError) in
                try fill(descriptor, with: bytes, interruption)
                return true
            }
        }

        /// Replaces a file by a new one.
        ///
        /// - Returns: False if the new one can't have the owner and the group of the old one; then nothing is done.
        private static func replace(
            _ old: FileStatus,
            at place: borrowing Place,
            with bytes: [UInt8],
            _ permissions: mode_t,
            _ interruption: Interruption
        ) throws(SystemError) -> Bool {
            // Nobody else may open the new file before it is known who owns it.
            try place.replace(mode: 0o600) { descriptor throws(SystemError) in
                guard try Ownership.hand(descriptor, over: old, permissions) else { return false }
                try fill(descriptor, with: bytes, interruption)
                return true
            }
        }
    }
#endif
