#if !hasFeature(Embedded)
    extension ArchiveError {
        /// The error for a type whose conformance belongs to another actor than the one that a coder runs on.
        @inline(never)
        package static func wrongActor(of type: Any.Type) -> ArchiveError {
            ArchiveError(
                .wrongActor,
                "\(type) belongs to another actor",
                remedy: "decode and encode it on that actor, or declare the type, or its conformance, `nonisolated`"
            )
        }
    }
#endif
