import java.nio.file.{Files, Paths}
import scala.io.{Codec, Source => Input}
import scala.meta._

/** Prints the declarations of Scala files, by Scalameta's parser, as JSON lines; rules: docs/outlines.md.
  *
  *     java -cp CLASSPATH ScalaOutline ROOT < FILES
  *
  * FILES has one path per line, relative to ROOT. Files that are neither Scala 2.13 nor Scala 3 are left out.
  */
object ScalaOutline {
  def main(args: Array[String]): Unit =
    for (file <- Input.fromInputStream(System.in)(Codec.UTF8).getLines()) {
      val text = new String(Files.readAllBytes(Paths.get(args(0), file)), "UTF-8")
      val trees = List(dialects.Scala213Source3, dialects.Scala213, dialects.Scala3).iterator.flatMap(parsed(text, _))
      for (tree <- trees.take(1)) {
        println(s"""{"file":"$file"}""")
        new ScalaOutline(file, text).print(tree, isAnonymous = false)
      }
    }

  private def parsed(text: String, dialect: Dialect): Option[Source] =
    try dialect(scala.meta.inputs.Input.String(text)).parse[Source].toOption
    catch { case _: Exception | _: StackOverflowError => None }
}

private class ScalaOutline(file: String, text: String) {
  def print(tree: Tree, isAnonymous: Boolean): Unit = {
    tree match {
      case it: Pkg => if (hasBody(it)) add(it.ref, "module", "package with a body", isAnonymous)
      case it: Pkg.Object => add(it.name, "type", "package object", isAnonymous)
      case it: Defn.Class =>
        add(it.name, "type", "class", isAnonymous)
        parameters(it.ctor, it.mods.exists(_.is[Mod.Case]), isAnonymous)
      case it: Defn.Trait =>
        add(it.name, "type", "trait", isAnonymous)
        parameters(it.ctor, false, isAnonymous)
      case it: Defn.Object => add(it.name, "type", "object", isAnonymous)
      case it: Defn.Enum =>
        add(it.name, "type", "enum", isAnonymous)
        parameters(it.ctor, false, isAnonymous)
      case it: Defn.EnumCase =>
        add(it.name, "enum member", "enum case", isAnonymous)
        for (clause <- it.ctor.paramClauses; parameter <- clause.values) add(parameter.name, "field", "parameter of a case", true)
      case it: Defn.RepeatedEnumCase => it.cases.foreach(add(_, "enum member", "repeated enum case", isAnonymous))
      case it: Defn.Given => add(it.name, "type", "given", isAnonymous)
      case it: Defn.GivenAlias => add(it.name, "variable", "given alias", isAnonymous)
      case it: Defn.Type => add(it.name, "type", "type alias" + local(it), isAnonymous)
      case it: Decl.Type => add(it.name, "type", "type member", isAnonymous || isRefined(it))
      case it: Defn.Def => add(it.name, functionKind(it), "function" + local(it), isAnonymous)
      case it: Decl.Def => add(it.name, functionKind(it), "function without a body", isAnonymous || isRefined(it))
      case it: Ctor.Secondary => addAt("this", it.pos.start + text.substring(it.pos.start).indexOf("this"), "method", "secondary constructor", isAnonymous)
      case it: Defn.Val => values(it, it.pats, "val", it.mods, isAnonymous)
      case it: Defn.Var => values(it, it.pats, "var", it.mods, isAnonymous)
      case it: Decl.Val => values(it, it.pats, "val without a value", it.mods, isAnonymous)
      case it: Decl.Var => values(it, it.pats, "var without a value", it.mods, isAnonymous)
      case _ =>
    }
    val isBelow = isAnonymous || tree.is[Term.NewAnonymous]
    tree.children.foreach(print(_, isBelow))
  }

  private def parameters(constructor: Ctor.Primary, isCase: Boolean, isOptional: Boolean): Unit =
    for (clause <- constructor.paramClauses; parameter <- clause.values) {
      val isField = parameter.mods.exists(mod => mod.is[Mod.ValParam] || mod.is[Mod.VarParam])
      if (isField || isCase) add(parameter.name, "field", if (isField) "val parameter" else "parameter of a case class", isOptional)
    }

  private def values(tree: Tree, patterns: List[Pat], shape: String, mods: List[Mod], isOptional: Boolean): Unit = {
    val isMember = isIn(tree)(_.is[Template])
    if (isMember || isIn(tree)(each => each.is[Source] || each.is[Pkg]) || isRefined(tree)) {
      val isField = isMember && !mods.exists(_.is[Mod.Final])
      val form = if (patterns.forall(_.is[Pat.Var])) if (patterns.size > 1) ", several names" else "" else " of a pattern"
      for (pattern <- patterns; name <- pattern.collect { case it: Pat.Var => it.name })
        add(name, if (isField) "field" else "variable", shape + form, isOptional || isRefined(tree))
    }
  }

  /** Whether the body that directly contains a tree belongs to a tree of some kind. */
  private def isIn(tree: Tree)(isOwner: Tree => Boolean): Boolean = tree.parent.exists { parent =>
    isOwner(parent) || (parent.productPrefix.endsWith("Body") && parent.parent.exists(isOwner))
  }

  private def isRefined(tree: Tree): Boolean = tree.parent.exists(parent => parent.is[Type.Refine] || parent.parent.exists(_.is[Type.Refine]))

  private def functionKind(tree: Tree): String =
    if (isIn(tree)(each => each.is[Template] || each.is[Defn.ExtensionGroup])) "method" else "function"

  private def local(tree: Tree): String =
    if (isIn(tree)(each => each.is[Template] || each.is[Source] || each.is[Pkg] || each.is[Defn.ExtensionGroup])) "" else " in a function"

  private def hasBody(tree: Pkg): Boolean = text.substring(tree.ref.pos.end).dropWhile(_.isWhitespace).take(1).exists(each => each == '{' || each == ':')

  private def add(name: Tree, kind: String, shape: String, isOptional: Boolean): Unit =
    if (name.pos.end > name.pos.start) addAt(text.substring(name.pos.start, name.pos.end), name.pos.start, kind, shape, isOptional)

  private def addAt(name: String, start: Int, kind: String, shape: String, isOptional: Boolean): Unit = {
    val line = text.substring(0, start).count(_ == '\n') + 1
    val escaped = name.replace("\\", "\\\\").replace("\"", "\\\"")
    println(s"""{"file":"$file","name":"$escaped","kind":"$kind","line":$line,"shape":"$shape"${if (isOptional) ",\"optional\":true" else ""}}""")
  }
}
