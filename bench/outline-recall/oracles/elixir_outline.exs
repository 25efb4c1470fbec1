# Prints the declarations of Elixir files, by Elixir's own parser, as JSON lines; rules: docs/outlines.md.
#
#     elixir elixir_outline.exs ROOT < FILES
#
# FILES has one path per line, relative to ROOT. Files with syntax errors are left out.
defmodule Outline do
  @functions [:def, :defp, :defdelegate]
  @macros [:defmacro, :defmacrop, :defguard, :defguardp]
  @types [:type, :typep, :opaque]
  @callbacks [:callback, :macrocallback]
  # Attributes that document or configure.
  @settings ~w(moduledoc doc typedoc spec impl behaviour derive enforce_keys dialyzer compile before_compile
               after_compile on_load on_definition external_resource optional_callbacks deprecated tag moduletag
               describetag after_verify nifs vsn)a

  def print_file(root, file) do
    text = File.read!(Path.join(root, file))

    with {:ok, tree} <- Code.string_to_quoted(text, file: file, literal_encoder: &{:ok, {:__block__, &2, [&1]}}) do
      IO.puts(~s({"file":"#{file}"}))
      walk(tree, file, false)
    end
  end

  defp walk({:quote, _, arguments}, file, _), do: walk(arguments, file, true)

  defp walk({:defmodule, meta, [{:__aliases__, _, parts} | rest]}, file, optional) do
    print(file, name(parts), "module", meta, "module", optional)
    walk(rest, file, optional)
  end

  defp walk({:defprotocol, meta, [{:__aliases__, _, parts} | rest]}, file, optional) do
    print(file, name(parts), "type", meta, "protocol", optional)
    walk(rest, file, optional)
  end

  # `for: Type` may be on another line; an implementation is named after its protocol or its type.
  defp walk({:defimpl, _, [_ | rest]}, file, optional), do: walk(rest, file, optional)

  defp walk({word, meta, [head | rest]}, file, optional) when word in @functions or word in @macros do
    kind = if word in @macros, do: "macro", else: "function"

    case head_name(head, meta) do
      {name, at} -> print(file, name, kind, at, to_string(word), optional)
      nil -> nil
    end

    walk(rest, file, optional)
  end

  defp walk({word, _, [fields | _]}, file, optional) when word in [:defstruct, :defexception] do
    for {name, meta} <- fields(fields), do: print(file, name, "field", meta, to_string(word), optional)
  end

  defp walk({:@, meta, [{name, _, [{:"::", _, [head | _]}]}]}, file, optional) when name in @types do
    {type, at} = head_name(head, meta) || {nil, meta}
    if type, do: print(file, type, "type", at, "@#{name}", optional)
  end

  defp walk({:@, meta, [{name, _, [head]}]}, file, optional) when name in @callbacks do
    head =
      case head do
        {:when, _, [inner | _]} -> inner
        _ -> head
      end

    case head do
      {:"::", _, [inner | _]} ->
        {callback, at} = head_name(inner, meta) || {nil, meta}
        if callback, do: print(file, callback, "function", at, "@#{name}", optional)

      _ ->
        nil
    end
  end

  defp walk({:@, _, [{name, meta, [value]}]}, file, optional) when is_atom(name) do
    unless name in @settings or name in @types do
      print(file, name, "variable", meta, "attribute", optional)
    end

    walk(value, file, optional)
  end

  defp walk({form, _, arguments}, file, optional) do
    walk(form, file, optional)
    walk(arguments, file, optional)
  end

  defp walk({left, right}, file, optional) do
    walk(left, file, optional)
    walk(right, file, optional)
  end

  defp walk(list, file, optional) when is_list(list), do: Enum.each(list, &walk(&1, file, optional))
  defp walk(_, _, _), do: nil

  # Literals are in blocks, which have their positions.
  defp fields({:__block__, _, [list]}), do: fields(list)
  defp fields(list) when is_list(list), do: Enum.flat_map(list, &field/1)
  defp fields(_), do: []

  defp field({{:__block__, meta, [name]}, _}) when is_atom(name), do: [{name, meta}]
  defp field({:__block__, meta, [name]}) when is_atom(name), do: [{name, meta}]
  defp field({:__block__, _, [{left, _}]}), do: field({left, nil})
  defp field(_), do: []

  defp name(parts), do: Enum.map_join(parts, ".", &part/1)
  defp part(atom) when is_atom(atom), do: to_string(atom)
  defp part({:__MODULE__, _, _}), do: "__MODULE__"
  defp part(_), do: "?"

  defp head_name({:when, _, [head | _]}, meta), do: head_name(head, meta)
  defp head_name({:unquote, _, _}, _), do: nil
  defp head_name({{:unquote, _, _}, _, _}, _), do: nil
  defp head_name({name, at, _}, _) when is_atom(name), do: {name, at}
  defp head_name(_, _), do: nil

  defp print(file, name, kind, meta, shape, optional) do
    shape = if optional, do: shape <> " in quote", else: shape
    optional = if optional, do: ~s(,"optional":true), else: ""
    name = name |> to_string() |> String.replace("\\", "\\\\") |> String.replace("\"", "\\\"")

    IO.puts(
      ~s({"file":"#{file}","name":"#{name}","kind":"#{kind}","line":#{meta[:line]},"shape":"#{shape}"#{optional}})
    )
  end
end

[root] = System.argv()

IO.stream(:stdio, :line)
|> Enum.map(&String.trim_trailing/1)
|> Enum.each(&Outline.print_file(root, &1))
