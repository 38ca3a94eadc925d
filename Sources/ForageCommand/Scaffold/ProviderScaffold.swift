internal import Forage
internal import ForageCore
internal import Platform

/// Begins a provider in a checkout: its folder, and the lines that name it. Either all of it is there afterwards or
/// nothing has changed.
struct ProviderScaffold {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: ArraySlice<String>) throws -> ExitCode {
        guard !words.isEmpty else {
            throw CommandError.usage("Say what it is called: forage providers new NAME.")
        }
        let checkout = try Checkout(around: FileManager.default.currentDirectoryPath)
        let name = try ProviderName(words.joined(separator: " "), in: checkout)
        try name.check(against: checkout)
        try checkout.checkUnchanged(CheckoutEdits.paths, invocation.environment)
        let edits = try CheckoutEdits(naming: name, in: checkout)
        try write(ProviderTemplate(name), edits, for: name, in: checkout)
        say(name, edits)
        return .success
    }

    /// The folder comes first and the line that needs it last, so that even a killed run leaves what can be built.
    private func write(
        _ template: ProviderTemplate, _ edits: CheckoutEdits, for name: ProviderName, in checkout: Checkout
    ) throws {
        let providers = "\(checkout.folder)/Providers"
        let folder = "\(providers)/\(name.module)"
        let unfinished = "\(providers)/.\(name.module)-unfinished"
        LocalFolder.remove(unfinished)
        var replaced: [CheckoutEdits.File] = []
        do {
            try Checkout.checkWritable(providers)
            for file in template.files {
                try LocalFolder.make(Self.folder(of: "\(unfinished)/\(file.path)"), permissions: 0o777)
                try LocalFile.replace("\(unfinished)/\(file.path)", with: Array(file.text.utf8))
            }
            try LocalFile.move(unfinished, to: folder)
            for file in edits.files {
                replaced.append(file)
                try LocalFile.replace("\(checkout.folder)/\(file.path)", with: Array(file.text.utf8))
            }
        } catch {
            for file in replaced {
                try? LocalFile.replace("\(checkout.folder)/\(file.path)", with: Array(file.before.utf8))
            }
            for leftover in [unfinished, folder] { LocalFolder.remove(leftover) }
            throw CommandError.failure("Nothing was changed: \(error)")
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    private func say(_ name: ProviderName, _ edits: CheckoutEdits) {
        let lines = edits.files.map { "\($0.path) (\($0.lineCount.of("line")))" }
        invocation.pipes.write(
            line: """
                Providers/\(name.module) is there: sources, tests, samples and a README.
                It is named in \(lines.joined(separator: ", ")).
                Try it: NAME=\(name.module) make provider
                Then put the service's own answers in place of the samples, and mend the sources until the checks pass.
                """)
        if let note = edits.note { invocation.pipes.say(note) }
    }
}

/// Names that modules of the system have, here or on another one: a provider's own would hide them or be hidden.
enum SystemModules {
    static let names = Set((swift + apple).split { $0 == " " || $0 == "\n" }.map(String.init))

    /// Of the toolchain, of Linux, Android and Windows; the compiler keeps `main` for itself, in whatever case on some
    /// disks.
    private static let swift = """
        Android Bionic Builtin CDispatch CRT CompilerPluginSupport CoreFoundation Cxx CxxStdlib Dispatch
        DispatchIntrospection Distributed Foundation FoundationEssentials FoundationInternationalization
        FoundationMacros FoundationNetworking FoundationXML Glibc Main Musl Observation PackageDescription
        PackagePlugin RegexBuilder Runtime Subprocess Swift SwiftAndroid SwiftBasicFormat SwiftBionic
        SwiftDiagnostics SwiftGlibc SwiftIDEUtils SwiftIfConfig SwiftMusl SwiftOnoneSupport SwiftOperators
        SwiftOverlayShims SwiftParser SwiftRefactor SwiftShims SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros
        SwiftWASILibc Synchronization Testing TestingMacros UCRT VCRuntime WASILibc WinSDK XCTest zlib

        """

    /// Of Apple's systems.
    private static let apple = """
        AGL ARKit AVFAudio AVFoundation AVKit AVRouting Accelerate Accessibility Accounts ActivityKit AdServices
        AdSupport AddressBook AddressBookUI AlarmKit AppIntents AppKit AppTrackingTransparency ApplicationServices
        AssetsLibrary AudioToolbox AudioUnit AuthenticationServices AutomatedDeviceEnrollment Automator
        BackgroundAssets BackgroundTasks BusinessChat CFNetwork CallKit CarKey CarPlay Carbon Charts Cinematic
        ClassKit ClockKit CloudKit Cocoa Collaboration ColorSync Combine CommonCrypto CompositorServices Contacts
        ContactsUI CoreAudio CoreAudioKit CoreAudioTypes CoreBluetooth CoreData CoreFoundation CoreGraphics
        CoreHaptics CoreHID CoreImage CoreLocation CoreLocationUI CoreMIDI CoreML CoreMedia CoreMediaIO CoreMotion
        CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText CoreTransferable CoreVideo CoreWLAN CreateML
        CreateMLComponents CryptoKit CryptoTokenKit Darwin DarwinNotify DataDetection DeveloperToolsSupport
        DeviceActivity DeviceCheck DiscRecording DiskArbitration DockKit DriverKit EventKit EventKitUI
        ExceptionHandling ExecutionPolicy ExposureNotification ExtensionFoundation ExtensionKit ExternalAccessory
        FamilyControls FileProvider FileProviderUI FinanceKit FinderSync ForceFeedback FoundationModels
        GLKit GSS GameController GameKit GameplayKit GroupActivities HealthKit HealthKitUI HomeKit Hypervisor
        IOBluetooth IOKit IOSurface IOUSBHost IdentityLookup IdentityLookupUI ImageCaptureCore ImageIO
        ImagePlayground InputMethodKit InstallerPlugins Intents IntentsUI JavaScriptCore Kerberos Kernel
        KernelManagement LDAP LatentSemanticMapping LinkPresentation LocalAuthentication LockedCameraCapture MLCompute
        MachO MailKit ManagedSettings ManagedSettingsUI MapKit Matter MediaAccessibility MediaExtension
        MediaLibrary MediaPlayer MediaToolbox MessageUI Messages Metal MetalFX MetalKit MetalPerformanceShaders
        MetalPerformanceShadersGraph MetricKit MobileCoreServices ModelIO MultipeerConnectivity MusicKit
        NaturalLanguage NearbyInteraction NetFS Network NetworkExtension NotificationCenter OSAKit OSLog
        ObjectiveC OpenAL OpenCL OpenDirectory OpenGL OpenGLES PCSC PDFKit ParavirtualizedGraphics PassKit
        PencilKit PermissionKit PHASE Photos PhotosUI Playgrounds PreferencePanes ProximityReader PushKit PushToTalk
        QuartzCore QuickLook QuickLookThumbnailing QuickLookUI RealityFoundation RealityKit ReplayKit RoomPlan
        Ruby SafariServices SafetyKit SceneKit ScreenCaptureKit ScreenSaver ScreenTime ScriptingBridge Security
        SecurityFoundation SecurityInterface SensitiveContentAnalysis SensorKit ServiceManagement
        SharedWithYou SharedWithYouCore ShazamKit Simd Social SoundAnalysis Spatial Speech SpriteKit StickerKit
        StoreKit StoreKitTest SwiftData SwiftUI SwiftUICore Symbols SyncServices System SystemConfiguration
        SystemExtensions TVMLKit TVServices TVUIKit TWAIN TabularData Tcl ThreadNetwork TipKit Translation
        UIKit UniformTypeIdentifiers UserNotifications UserNotificationsUI VideoSubscriberAccount VideoToolbox
        Virtualization Vision VisionKit WatchConnectivity WatchKit WeatherKit WebKit WidgetKit WorkoutKit XPC
        simd vecLib vmnet os
        """
}
