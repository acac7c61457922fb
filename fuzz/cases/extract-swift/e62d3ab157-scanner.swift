#!/usr/bin/swift
//
//  Sample.swift
//  Warehouse
//

import Foundation
import struct NIOCore.ByteBuffer
@testable import WarehouseCore
@_exported import func Audit.record
#if canImport(UIKit)
import UIKit.UIView
#endif

public typealias Handler<T> = (T) async throws -> Void

let limit = 50
private var counter: Int = 0
public let (low, high) = (1, 9)

/// Something that has a place.
public protocol Placed: AnyObject, Sendable {
    associatedtype Item: Hashable = String
    typealias Key = String

    var place: String { get set }
    static var count: Int { get }

    init(place: String)
    func move(to place: String) throws -> Bool
    subscript(index: Int) -> Item { get }
}

/**
 A shelf holds items of one kind.

 - Note: It never shrinks.
 */
@available(iOS 15, *)
@MainActor
open class Shelf<Item: Storable>: Base.Store, Placed, @unchecked Sendable where Item: Equatable {
    public static let capacity = 50
    class var kind: String { "shelf" }

    @Published public private(set) var label: String?
    @Environment(\.locale) var locale
    fileprivate(set) var items: [Item] = []
    weak var owner: Owner?
    internal let clock = Clock.System()

    /// How full it is.
    public var fill: Double {
        get { Double(items.count) / Double(Self.capacity) }
        set { resize(to: newValue) }
    }

    var state: State = .open {
        willSet { log(newValue) }
        didSet { notify(oldValue) }
    }

    lazy var total: Int = {
        let sum = items.reduce(0) { $0 + $1.weight }
        return sum
    }()

    // Makes an empty one.
    public required init(place: String) {
        self.label = place
        super.init(code: place)
        refresh()
    }

    convenience init?(_ code: String, clock: Clock = Clock()) {
        self.init(place: code)
    }

    deinit {
        close()
    }

    public subscript(index: Int) -> Item {
        items[index]
    }

    /// Puts an item on it.
    /// - Parameter item: what to put
    @discardableResult
    @objc(addItem:)
    public func add<S: Sequence>(_ item: Item, rest: S, then: @escaping (Item) -> Void = { _ in }) async throws -> Item? where S.Element == Item {
        guard let weighted = item as? Weighted else {
            throw StoreError.noWeight("none")
        }
        let entry = Ledger.Entry<Item>(item: item, at: Date())
        try await ledger.entries().save(entry)
        self.ledger?.audit(item)!.close()
        items.append(item)
        rest.forEach { touch($0) }
        items.map(\.name).filter(isValid)
        let handler = makeHandler(for: Shelf.self)
        func nested(depth: Int) -> Int { depth + 1 }
        DispatchQueue.main.async { [weak self] in
            self?.refresh()
        }
        switch state {
        case .open: return item
        case let .full(count): print(count)
        default: break
        }
        do {
            try then(item)
        } catch let error as StoreError {
            report(error)
        }
        return #selector(Shelf.open) == nil ? item : nil
    }

    override func prepare() { super.prepare() }

    static func == (lhs: Shelf, rhs: Shelf) -> Bool { lhs.label == rhs.label }

    private func refresh() {}

    class Drawer {
        var open = false
    }
}

struct Point: Codable, Equatable {
    let x, y: Int
    var length: Double { sqrt(Double(x * x + y * y)) }

    mutating func move(by other: Point) {
        self = Point(x: x + other.x, y: y + other.y)
    }

    static prefix func - (point: Point) -> Point { .init(x: -point.x, y: -point.y) }
}

/// What a shelf is made of.
@frozen
public indirect enum Material: String, CaseIterable {
    case wood, steel = "S"
    /// Something else.
    case other(name: String, Material)

    var isHeavy: Bool { self == .steel }

    func describe() -> String { rawValue.uppercased() }
}

actor Registry {
    private var shelves: [String: any Placed] = [:]

    nonisolated func find(_ code: String) -> Shelf<Box>? { nil }
}

// MARK: - Helpers

extension Shelf: CustomStringConvertible, Comparable where Item: Comparable {
    public var description: String { label ?? "-" }

    func total(_ weight: (Item) -> Double) -> Double {
        items.reduce(0) { $0 + weight($1) }
    }

    enum Mode { case open }
}

public extension Swift.Array where Element == Shelf<Box> {
    func busiest() -> Element? { self.max { $0.fill < $1.fill } }
}

private extension String {
    var orDash: String { isEmpty ? "-" : self }
}

@propertyWrapper
struct Clamped<Value: Comparable> {
    var wrappedValue: Value
}

@resultBuilder
enum ShelfBuilder {
    static func buildBlock(_ parts: Shelf<Box>...) -> [Shelf<Box>] { parts }
}

precedencegroup Stack { associativity: left }
infix operator <+>: Stack

func <+> (left: Point, right: Point) -> Point { left }

@freestanding(expression)
public macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "Macros", type: "StringifyMacro")

@main
struct App: SwiftUI.App {
    @State private var shelf = Shelf<Box>("A1")

    var body: some Scene {
        WindowGroup {
            ContentView(shelf: shelf).padding()
        }
    }

    static func main() async {
        let (value, source) = #stringify(1 + 2)
        _ = try? await shelf.add(.init(), rest: [])
    }
}

fileprivate func helper(_ names: String...) -> some Collection { names }
