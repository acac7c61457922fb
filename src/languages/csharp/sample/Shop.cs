// Everything that C# declares.
#nullable enable
extern alias Legacy;
global using Xunit;
using System;
using System.Collections.Generic;
using static System.Math;
using Orders = System.Collections.Generic.List<int>;
using MessagePack.Formatters;
using Acme.Shop.Storage;

[assembly: InternalsVisibleTo("Tests")]

namespace Acme.Shop;

/// <summary>
/// A part of the shop.
/// </summary>
[Serializable, Obsolete("old")]
[Storage.Table(Name = "widgets")]
public sealed partial class Widget<T> : Base<T>, IDisposable, Storage.IThing
    where T : Part, new()
{
    private const int Max = 3, Min = 1;
    public static readonly string Name = "widget";
    protected internal int a, b;
    private readonly Dictionary<string, Item?> _items = new();

    /// <summary>Raised on change.</summary>
    public event EventHandler? Changed;
    public event EventHandler Custom { add { } remove { } }

    [JsonIgnore]
    public int Count { get; private set; } = 4;
    public int Half => Count / 2;
    public Item this[int index] { get => _items["x"]!; set { } }
    int Storage.IThing.Size { get => 1; }

    /* Makes one. */
    public Widget(int x) : base(x) { this.a = x; }
    static Widget() { }
    ~Widget() { Release(); }

    public static Widget<T> operator +(Widget<T> left, Widget<T> right) => left;
    public static implicit operator int(Widget<T> widget) => 1;
    public static explicit operator Item(Widget<T> widget) => new Item();

    public async Task<int> RunAsync<U>(U input, [NotNull] string name = "") where U : struct
    {
        int Local(int q) { return Other(q); }
        await store.SaveAsync(input);
        return Local(1);
    }

    void IDisposable.Dispose() { GC.SuppressFinalize(this); }
    protected abstract void Draw();
    partial void Changing();
    [DllImport("native.dll")]
    private static extern int Native();

    public delegate void Handler(object sender, Args e);

    public enum Mode : byte
    {
        /// <summary>Running.</summary>
        [Description("on")] On = 1,
        Off,
    }

    internal interface INested { int Size { get; } void Move(); }

    void Calls(object o)
    {
        var item = new Item(1);
        Item typed = new(2);
        var list = new List<Item> { item };
        var deep = new Acme.Parts.Bolt();
        handler?.Invoke(o);
        a.b.c.Deep();
        Generic<Item>();
        store.Load<Item>(1);
        this.Own();
        base.Inherited();
        Widget<int>.Create();
        Use(typeof(Item), nameof(Item));
        if (o is Item found && o as Bolt != null) { }
        var cast = (Item)o;
        var mode = Mode.On;
        var items = new Item[3];
        Func<int, int> twice = value => Twice(value);
        factory()();
        table[0].Clear();
        switch (o) { case Nut { Size: 1 } nut: break; }
        try { throw new ShopException("x"); } catch (IOException e) when (Log(e)) { }
        foreach (Part part in parts) part.Use();
        using (var scope = Open()) { }
        var text = $"{item.Format()}";
    }
}

public record Person(string First, [property: JsonName("age")] int Age) : Human(First), IPerson
{
    public string Full => First;
}
public readonly record struct Point(int X, int Y);
public struct Size { public int Width; private int height; }
public class Logger(int level, ILog log) : Base(level), ILog;
internal interface ILog<in T> : IDisposable { void Write(T item); static abstract int Level { get; } }

public static class Extensions
{
    public static int Twice(this int value) => value * 2;
}

#if DEBUG
class OnlyDebug { }
#endif
file class Hidden { }

/// <summary>Public, or not.</summary>
#if SHOP_INTERNAL
internal
#else
public
#endif
    partial struct Nil : IEquatable<Nil> { }
