#if canImport(WASILibc)
    // The numbers of WASI's interface that its headers make with macros which Swift doesn't import. What the standard
    // library's part for WASI declares of them has the same values.

    let EEXIST: Int32 = 20
    let EINTR: Int32 = 27
    let EISDIR: Int32 = 31
    let ELOOP: Int32 = 32
    let ENAMETOOLONG: Int32 = 37
    let ENOENT: Int32 = 44
    let EPIPE: Int32 = 64

    let O_CREAT: Int32 = 1 << 12
    let O_DIRECTORY: Int32 = 2 << 12
    let O_EXCL: Int32 = 4 << 12
    let O_RDONLY: Int32 = 0x0400_0000
    let O_WRONLY: Int32 = 0x1000_0000
    let O_RDWR: Int32 = O_RDONLY | O_WRONLY
    /// There is no terminal to become the program's, and no program to inherit a file.
    let O_NOCTTY: Int32 = 0
    let O_CLOEXEC: Int32 = 0

    let S_IFMT: mode_t = 0o170_000
    let S_IFREG: mode_t = 0o100_000
    let S_IFDIR: mode_t = 0o040_000
    let S_IFLNK: mode_t = 0o120_000
#endif
