import Foundation
package import KeyedArchiving
import KeyedArchivingFoundation

/// Takes decoded graphs apart, so that cycles of objects do not stay in memory.
///
/// The library's ``ObjectGraph`` takes apart what nothing else holds, and knows its own containers only. This takes apart
/// all that can be reached, also through values that hold objects, such as notifications, and through the probe.
package enum CycleBreaker {
    package static func takeApart(_ root: any Codingable) {
        var rest: [any Codingable] = [root]
        while let object = rest.popLast() {
            switch object {
            case let array as ArchivedArray:
                rest += array.elements
                array.elements = []
            case let dictionary as ArchivedDictionary:
                for entry in dictionary.entries { rest += [entry.key, entry.value] }
                dictionary.entries = []
            case let set as ArchivedSet:
                rest += set.members
                set.members = []
            case let set as ArchivedOrderedSet:
                rest += set.members
                set.members = []
            case let set as ArchivedCountedSet:
                rest += set.members.map(\.object)
                set.members = []
            case let object as ArchivedObject:
                for field in object.fields { rest += contents(of: field.value) }
                object.fields = []
            case let shared as IdentifiedValue: rest.append(shared.value)
            case let error as ArchivedNSError:
                if let info = error.userInfo { rest.append(info) }
                error.userInfo = nil
            case let string as ArchivedAttributedString:
                rest += string.attributes
                string.attributes = []
            case let notification as Notification:
                rest += [notification.object as? any Codingable].compactMap { $0 }
                rest += (notification.userInfo ?? [:]).values.compactMap { $0 as? any Codingable }
            case let probe as Probe:
                if let friend = probe.friend { rest.append(friend) }
                probe.friend = nil
                rest += probe.others
                probe.others = []
            default: break
            }
        }
    }

    package static func takeApart(_ value: ArchivedValue) {
        for object in contents(of: value) { takeApart(object) }
    }

    private static func contents(of value: ArchivedValue) -> [any Codingable] {
        switch value {
        case .object(let object): [object].compactMap { $0 }
        case .objects(let objects): objects.compactMap { $0 }
        default: []
        }
    }
}
