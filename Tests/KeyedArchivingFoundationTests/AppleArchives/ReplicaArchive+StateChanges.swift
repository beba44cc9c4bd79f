import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

extension ReplicaArchive {
    /// What a device says when an application goes to the background.
    private struct StateChange: Sendable {
        var file: String
        var isRunning = false
        /// Whether the executable's name is the identifier itself, not an equal string.
        var sharesName = false
        var identifier: String
        var executable: String
        var machTime: Int
        var seconds: Double
        var process: Int

        /// The dictionary that is sent; the description of the state is a constant.
        var dictionary: ArchivedDictionary {
            let description: ConstantString = isRunning ? "Background Running" : "Background Task Suspended"
            let state = isRunning ? 4 : 2
            let name = IdentifiedValue(identifier)
            let executable: any Codingable = sharesName ? name : self.executable
            return ArchivedDictionary([
                ("state", state), ("state_description", description), ("elevated_state_description", description),
                ("displayID", name), ("mach_absolute_time", machTime), ("appName", "Unknown"),
                ("execName", executable), ("elevated_state", state),
                ("timestamp", Date(timeIntervalSinceReferenceDate: seconds)),
                ("name", "SBApplicationNotificationStateChanged"), ("pid", process),
            ])
        }
    }

    private static let dump = "accesibility-inspector-dump-from-device-1.bin~"

    private static let all = [
        StateChange(
            file: "ax_statechange.bin", identifier: "com.apple.Spotlight", executable: "Spotlight",
            machTime: 2_374_870_072_663, seconds: 620_737_053.76402, process: 1231),
        StateChange(
            file: dump + "10742_775.bplist", identifier: "com.apple.iMessageAppsViewService",
            executable: "iMessageAppsViewService", machTime: 20_175_929_378_428, seconds: 619_701_556.55429,
            process: 28221),
        StateChange(
            file: dump + "11753_740.bplist", sharesName: true, identifier: "com.apple.WebKit.Networking",
            executable: "com.apple.WebKit.Networking", machTime: 20_175_929_405_977, seconds: 619_701_556.555438,
            process: 27275),
        StateChange(
            file: dump + "12729_815.bplist",
            identifier: "com.amazon.CloudDrivePhotos.PhotosNotificationServiceExtension",
            executable: "PhotosNotificationServiceExtension", machTime: 20_175_929_433_580,
            seconds: 619_701_556.556588, process: 28096),
        StateChange(
            file: dump + "13780_746.bplist", identifier: "net.whatsapp.WhatsApp", executable: "WhatsApp",
            machTime: 20_175_929_455_715, seconds: 619_701_556.55751, process: 27138),
        StateChange(
            file: dump + "14762_754.bplist", isRunning: true, identifier: "com.apple.TVRemoteUIService",
            executable: "Apple TV Remote", machTime: 20_175_929_479_826, seconds: 619_701_556.558515, process: 26300),
        StateChange(
            file: dump + "15752_777.bplist", identifier: "com.apple.AppPredictionWidget.extension",
            executable: "AppPredictionWidget", machTime: 20_175_929_505_214, seconds: 619_701_556.559573,
            process: 27125),
        StateChange(
            file: dump + "16765_740.bplist", sharesName: true, identifier: "com.apple.WebKit.WebContent",
            executable: "com.apple.WebKit.WebContent", machTime: 20_175_929_564_493, seconds: 619_701_556.562043,
            process: 28207),
        StateChange(
            file: dump + "17741_806.bplist", isRunning: true,
            identifier: "com.apple.CloudDocs.MobileDocumentsFileProvider",
            executable: "com.apple.CloudDocs.MobileDocumentsFileProvider", machTime: 20_175_929_589_096,
            seconds: 619_701_556.563068, process: 27845),
        StateChange(
            file: dump + "18783_779.bplist", identifier: "com.apple.weather.WeatherAppTodayWidget",
            executable: "WeatherAppTodayWidget", machTime: 20_175_929_612_314, seconds: 619_701_556.564035,
            process: 27126),
        StateChange(
            file: dump + "19798_745.bplist", identifier: "com.apple.Spotlight", executable: "Spotlight",
            machTime: 20_175_929_689_963, seconds: 619_701_556.567271, process: 28199),
        StateChange(
            file: dump + "20779_751.bplist", identifier: "com.apple.stocks.widget", executable: "StocksToday",
            machTime: 20_175_929_717_257, seconds: 619_701_556.568408, process: 27127),
        StateChange(
            file: dump + "21766_795.bplist", identifier: "com.ebay.iphone.notificationserviceextension",
            executable: "eBayNotificationServiceExtension", machTime: 20_175_929_748_075,
            seconds: 619_701_556.569692, process: 25269),
        StateChange(
            file: dump + "22797_762.bplist", identifier: "com.amazon.CloudDrivePhotos", executable: "CloudDrivePhotos",
            machTime: 20_175_929_872_766, seconds: 619_701_556.574888, process: 28244),
    ]

    /// Dictionaries that say that an application changed its state, and texts that a device reads aloud.
    static let stateChanges: [String: ReplicaArchive] = {
        var recipes: [String: ReplicaArchive] = [
            instruments + dump + "100447_393.bplist": .phone { wrapped("Coursera, Chargement\u{2026}") },
            instruments + dump + "100888_359.bplist": .phone { wrapped("Sur iCloud") },
            instruments + dump + "101841_357.bplist": .phone { wrapped("Coursera") },
            instruments + dump + "101295_498.bplist": .phone {
                let text = wrapped("Mises \u{E0} jour fr\u{E9}quentes")
                return wrapped(ArchivedArray([text], isMutable: true))
            },
        ]
        for change in all { recipes[instruments + change.file] = .current { change.dictionary } }
        return recipes
    }()
}
