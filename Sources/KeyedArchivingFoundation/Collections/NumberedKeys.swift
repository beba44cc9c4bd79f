internal import KeyedArchiving

extension KeyedArchiver {
    /// Encodes a member of an ordered set under `NS.object.` and its position.
    ///
    /// The first three keys are constants of Foundation, all others are made at run time.
    func encode(_ member: any Codingable, forNumberedKey position: Int) throws {
        let key = "NS.object.\(position)"
        if position < 3 {
            try encode(member, forKey: key)
        } else {
            try encode(member, forRuntimeKey: key)
        }
    }
}
