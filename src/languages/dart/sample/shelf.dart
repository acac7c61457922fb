#!/usr/bin/env dart
// A shop's shelves.
@TestOn('vm')
library;

import 'dart:async';
import 'package:http/http.dart' as http show Client, Response;
import 'package:flutter/widgets.dart';
import '../item.dart' show Item, Weight hide Old;
import 'stub.dart' if (dart.library.io) 'real.dart';
import 'big.dart' deferred as big;
export 'src/shelf_base.dart' show Base hide Hidden;
export 'src/all.dart';
part 'shelf.g.dart';

const capacity = 50;
final int rows = 1, columns = 2;
late final Shelf? first;

/// How many there are.
@visibleForTesting
int get total => rows * columns;
set total(int value) {}

typedef Handler<T> = void Function(T value);
typedef int Compare(Item a, Item b);
typedef Pair = (int, String);

/// A shelf holds items of one kind.
@immutable
@JsonSerializable(explicitToJson: true)
abstract class Shelf<T extends Item> extends Base<T> with Audited, Counted implements Placed, http.Closer {
  final String code;
  static const int limit = 10, _step = 2;
  final List<T> _items = [];
  late final Future<bool>? ready;
  var counter, other = 3;
  abstract final Uri url;
  external int handle;

  /// One of that code.
  Shelf(this.code, super.key, {required this.url, int extra = 1}) : counter = extra, super.named(extra) {
    _touch();
  }
  const Shelf.empty({super.key}) : assert(limit > 1), code = '';
  Shelf.copy(Shelf other) : this.named(other.code);
  factory Shelf.open(String code) => throw UnimplementedError();
  const factory Shelf.hidden() = _Hidden;
  Shelf.new();

  /// Puts an item on it.
  Future<bool> add(T item, {int count = 1}) async {
    void check(int most) => print(most);
    outer:
    for (final each in _items) {
      if (each.weight case final weight? when weight > 3) continue outer;
    }
    return switch (item) { Weight(:final kilos) => kilos > 1, _ => false };
  }

  int get size => _items.length;
  set size(int value) {
    counter = value;
  }
  void _touch() {}
  static Shelf<S> create<S extends Item>(S item) => Shelf.open('a')..add(item);
  @override
  bool operator ==(Object other) => other is Shelf && other.code == code;
  T operator [](int index) => _items[index];
  void operator []=(int index, T item) {}
  Shelf operator +(Shelf other);
  Stream<T> walk() async* {
    yield* Stream.fromIterable(_items);
  }
}

class Alias = Base with Audited implements Placed;
sealed class Shape {}
final class Round extends Shape {}
abstract interface class Placed {}
mixin class Both {}

enum Material with Audited implements Placed {
  wood(1),
  steel;

  const Material([this.weight = 0]);
  final int weight;
  bool get isHeavy => weight > 1;
}

base mixin Audited<T> on Base<T>, Placed implements Counted {
  void record(String event) {}
}

extension ShelfText on String {
  bool get isCode => length == 2;
  static int checks = 0;
}

extension on List<Item> {
  Item second() => this[1];
}

extension type Id(int value) implements int {
  Id.zero() : value = 0;
  int get next => value + 1;
}

/// Shows a shelf.
class ShelfView extends StatefulWidget {
  const ShelfView({super.key, required this.onTap});
  final void Function(Shelf shelf) onTap;
  @override
  State<ShelfView> createState() => _ShelfViewState();
}

class _ShelfViewState extends State<ShelfView> {
  @override
  Widget build(BuildContext context) => GestureDetector(onTap: () => widget.onTap(first!), child: const Text('a'));
}

external void native();
void main(List<String> args) {
  print(args);
}
