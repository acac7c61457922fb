// Prints what the methods of an assembly call, one JSON object a line for each method, for the bench `bytecode-calls`. Mono's mcs writes the lines
// of the source beside the assembly (`-debug`), Mono.Cecil reads the assembly.
// Usage: mono AssemblyCalls.exe ASSEMBLY
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.CompilerServices.SymbolWriter;

static class AssemblyCalls
{
    static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (char one in text)
            if (one == '"' || one == '\\') quoted.Append('\\').Append(one);
            else if (one < ' ' || one > '~') quoted.Append("\\u").Append(((int)one).ToString("x4", CultureInfo.InvariantCulture));
            else quoted.Append(one);
        return quoted.Append('"').ToString();
    }

    static string List(IEnumerable<string> parts) { return "[" + string.Join(",", parts) + "]"; }

    static string Name(MethodDefinition method)
    {
        string owner = Quoted(method.DeclaringType.FullName);
        return "\"owner\":" + owner + ",\"name\":" + Quoted(method.Name) + ",\"descriptor\":" + Quoted(method.FullName);
    }

    static bool IsOverriddenBy(MethodDefinition method, MethodDefinition by)
    {
        // Types of parameters are not compared by name where the base is generic.
        return method.IsVirtual && method.Name == by.Name && method.Parameters.Count == by.Parameters.Count
            && method.Parameters.Zip(by.Parameters, (one, other) => one.ParameterType.IsGenericParameter || one.ParameterType.IsGenericInstance
                || one.ParameterType.FullName == other.ParameterType.FullName).All(isSame => isSame);
    }

    /// The first method of the assembly that a method overrides: calls of all of them name it.
    static MethodDefinition Overridden(MethodDefinition method)
    {
        var first = method;
        if (!method.IsVirtual || method.IsNewSlot) return first;
        for (var at = method.DeclaringType.BaseType; at != null; )
        {
            TypeDefinition type = null;
            try { type = at.Resolve(); } catch (AssemblyResolutionException) { }
            if (type == null || type.Module != method.Module) return first;
            first = type.Methods.FirstOrDefault(one => IsOverriddenBy(one, method)) ?? first;
            at = type.BaseType;
        }
        return first;
    }

    static bool IsHidden(LineNumberEntry entry) { return entry.IsHidden || entry.Row <= 0; }

    /// The lines of a method by the offset of its code.
    static LineNumberEntry[] Lines(MonoSymbolFile symbols, MethodDefinition method)
    {
        var entry = symbols == null ? null : symbols.GetMethodByToken((int)method.MetadataToken.ToUInt32());
        return entry == null ? new LineNumberEntry[0] : entry.GetLineNumberTable().LineNumbers;
    }

    static string SourceOf(MonoSymbolFile symbols, MethodDefinition method)
    {
        var entry = symbols == null ? null : symbols.GetMethodByToken((int)method.MetadataToken.ToUInt32());
        return entry == null ? null : entry.CompileUnit.SourceFile.FileName;
    }

    static IEnumerable<string> Calls(MethodDefinition method, LineNumberEntry[] lines)
    {
        foreach (var instruction in method.Body.Instructions)
        {
            var reference = instruction.Operand as MethodReference;
            if (reference == null || instruction.OpCode == OpCodes.Ldftn || instruction.OpCode == OpCodes.Ldvirtftn) continue;
            var line = lines.LastOrDefault(one => one.Offset <= instruction.Offset && !IsHidden(one));
            MethodDefinition callee = null;
            try { callee = reference.Resolve(); } catch (AssemblyResolutionException) { }
            if (line == null || callee == null || callee.Module != method.Module) continue;
            yield return "{\"line\":" + line.Row + ",\"callee\":{" + Name(callee) + "}}";
        }
    }

    static void Main(string[] args)
    {
        var module = ModuleDefinition.ReadModule(args[0]);
        var symbols = MonoSymbolFile.ReadSymbolFile(args[0] + ".mdb");
        foreach (var type in module.GetTypes())
            foreach (var method in type.Methods)
            {
                var lines = method.HasBody ? Lines(symbols, method) : new LineNumberEntry[0];
                var first = lines.FirstOrDefault(one => !IsHidden(one));
                string source = SourceOf(symbols, method);
                var parameters = method.Parameters.Select(one => List(new[] { Quoted(one.Name), Quoted(one.ParameterType.Name) }));
                var calls = method.HasBody ? Calls(method, lines) : new string[0];
                Console.WriteLine("{" + Name(method)
                    + ",\"line\":" + (first == null ? "null" : first.Row.ToString(CultureInfo.InvariantCulture))
                    + ",\"source\":" + (source == null ? "null" : Quoted(source))
                    + ",\"overridden\":{" + Name(Overridden(method)) + "}"
                    + ",\"parameters\":" + List(parameters)
                    + ",\"calls\":" + List(calls) + "}");
            }
    }
}
