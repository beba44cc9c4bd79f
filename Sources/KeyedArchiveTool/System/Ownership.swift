#if !canImport(ucrt)
    /// Who owns a file, and who may do what with it.
    ///
    /// WASI has neither owners nor permissions: a file is whose the host's is.
    enum Ownership {
        /// Gives a new file the owner and the group of the one whose place it takes, and permissions.
        ///
        /// - Returns: False if this user can't give files to that owner or group.
        static func hand(
            _ descriptor: Int32,
            over old: FileStatus,
            _ permissions: mode_t
        ) throws(SystemError) -> Bool {
            #if !canImport(WASILibc)
                let new = try FileStatus(of: descriptor)
                if new.owner != old.owner || new.group != old.group {
                    guard fchown(descriptor, old.owner, old.group) == 0 else { return false }
                }
                guard fchmod(descriptor, permissions) == 0 else { throw .last }
            #endif
            return true
        }

        /// Drops the bits that let a program run as its owner or its group.
        ///
        /// The system does so when others than root write; who may not change them has no need to.
        static func dropSpecialBits(of status: FileStatus, _ descriptor: Int32) {
            #if !canImport(WASILibc)
                if status.hasSpecialBits { _ = fchmod(descriptor, status.permissions) }
            #endif
        }
    }
#endif
