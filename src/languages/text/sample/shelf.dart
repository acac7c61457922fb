import 'dart:async';
import 'package:http/http.dart' as http;
import '../item.dart' show Item, Weight;

const capacity = 50;
typedef Handler<T> = void Function(T value);

/// A shelf holds items of one kind.
abstract class Shelf<T extends Item> extends Base with Audited implements Placed {
  final String code;
  final List<T> _items = [];

  Shelf(this.code);

  factory Shelf.open(String code) => throw UnimplementedError();

  /// Puts an item on it.
  Future<bool> add(T item, {int count = 1}) async {
    if (item.weight == null) {
      throw ArgumentError('no weight');
    }
    for (final each in _items) {
      print(each);
    }
    return true;
  }

  int get size => _items.length;
  void _touch() {}
}

enum Material { wood, steel }

mixin Audited on Base {
  void record(String event) {}
}

extension ShelfText on String {
  bool get isCode => length == 2;
}

void main(List<String> args) {
  print(args);
}
