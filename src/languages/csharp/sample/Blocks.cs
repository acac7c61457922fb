using Inner = Old.Inner;

namespace Old
{
    namespace Inner.Deep
    {
        using System.Text;

        class Plain { }
    }

    public enum Color { Red, Green = 2 }
    public delegate T Maker<T>(int size) where T : class;
}
