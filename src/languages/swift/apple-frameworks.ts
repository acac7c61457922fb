/** Modules of the toolchain and of Apple's systems: `import X` finds them without a package. */
export const appleFrameworks: ReadonlySet<string> = new Set(
  (
    'Swift Foundation FoundationEssentials FoundationNetworking FoundationXML FoundationInternationalization Dispatch Darwin Glibc Musl ' +
    'Android Bionic WinSDK ucrt CRT Builtin _Concurrency _StringProcessing RegexBuilder Observation Synchronization Distributed Cxx ' +
    'Testing XCTest PackageDescription PackagePlugin PlaygroundSupport os ObjectiveC CoreFoundation ' +
    'UIKit AppKit SwiftUI SwiftData WatchKit WidgetKit TipKit Charts Combine CoreData CoreGraphics CoreImage CoreText CoreAnimation ' +
    'QuartzCore CoreLocation CoreLocationUI CoreMotion CoreBluetooth CoreML CoreMedia CoreMIDI CoreAudio CoreAudioKit CoreVideo ' +
    'CoreTelephony CoreNFC CoreHaptics CoreSpotlight CoreServices CoreWLAN CoreTransferable CloudKit Contacts ContactsUI CreateML ' +
    'CryptoKit DeviceCheck EventKit EventKitUI ExposureNotification FileProvider GameController GameKit GameplayKit GLKit HealthKit ' +
    'HomeKit Intents IntentsUI AppIntents IOKit IOSurface LocalAuthentication MapKit MediaPlayer MessageUI Messages Metal MetalKit ' +
    'MetalPerformanceShaders MLCompute ModelIO MultipeerConnectivity NaturalLanguage Network NetworkExtension NotificationCenter ' +
    'OSLog PassKit PDFKit PencilKit Photos PhotosUI PushKit QuickLook QuickLookThumbnailing RealityKit ReplayKit SafariServices ' +
    'SceneKit ScreenCaptureKit Security ServiceManagement ShazamKit SoundAnalysis Speech SpriteKit StoreKit SystemConfiguration ' +
    'TVUIKit TVMLKit UniformTypeIdentifiers UserNotifications UserNotificationsUI VideoToolbox Vision VisionKit WebKit Accelerate ' +
    'Accessibility ActivityKit AdSupport AppTrackingTransparency ARKit AudioToolbox AuthenticationServices AVFoundation AVFAudio AVKit ' +
    'BackgroundTasks CallKit CarPlay ClassKit ClockKit ColorSync Compression simd zlib SQLite3 CommonCrypto MachO XPC'
  ).split(' '),
);
