/** Hierarchies of types and methods, language by language. */
import { expect, test } from "vitest";
import { hierarchiesIn } from "./testing/hierarchies.ts";

/** @param expected lines of each symbol (`Hierarchies.lines`) */
function check(title: string, tree: string, expected: Readonly<Record<string, readonly string[]>>): void {
  test(title, async () => {
    await using hierarchies = await hierarchiesIn(tree);
    const found: Record<string, readonly string[]> = {};
    for (const symbol of Object.keys(expected)) found[symbol] = await hierarchies.lines(symbol);
    expect(found).toEqual(expected);
  });
}

check(
  "TypeScript: classes, interfaces, classes without a name, namesakes in other modules",
  `
  //- shapes.ts
  import { EventEmitter } from "node:events";
  import type { Named } from "./named";
  export interface Shape extends Named { area(): number; }
  export abstract class Base<T> extends EventEmitter implements Shape {
    abstract area(): number;
    name(): string { return ""; }
  }
  export class Circle extends Base<number> { area() { return 1; } }
  export function unnamed() { return new (class extends Circle { area() { return 2; } })(); }
  export const square: Shape = { name: () => "square", area() { return 4; } };
  //- named.ts
  export interface Named { name(): string; }
  //- other.ts
  class Base {}
  export class Other extends Base {}
  `,
  {
    Circle: [
      "^ Base extends Circle",
      "^2 Shape implements Base",
      "^2 EventEmitter (outside) extends Base",
      "^3 Named extends Shape",
      "v unnamed extends Circle",
    ],
    Named: [
      "v Shape extends Named",
      "v2 Base implements Shape",
      "v3 Circle extends Base",
      "v4 unnamed extends Circle",
    ],
    "Shape.area": [
      "v Base.area implements Shape.area",
      "v square.area implements Shape.area",
      "v2 Circle.area implements Base.area",
      "v3 unnamed.area overrides Circle.area",
    ],
    "Circle.area": [
      "^ Base.area implements Circle.area",
      "^2 Shape.area implements Base.area",
      "v unnamed.area overrides Circle.area",
    ],
    Other: ["^ Base extends Other"],
  },
);

check(
  "Python: several bases, protocols, a base from a package, methods of siblings",
  `
  //- app.py
  from typing import Protocol
  from lib import Outside
  class Reader(Protocol):
      def read(self): ...
  class Base(Outside):
      def get(self): pass
  class Cached(Base):
      def get(self): pass
  class View(Base):
      def get(self): pass
      def read(self): pass
  class Page(Cached, View, metaclass=Meta):
      pass
  `,
  {
    Page: [
      "^ Cached extends Page",
      "^ View extends Page",
      "^2 Reader fits_by_shape View possible",
      "^2 Base extends Cached, extends View",
      "^3 Outside (outside) extends Base",
      "^3 Protocol (outside) extends Reader",
    ],
    Reader: [
      "^ Protocol (outside) extends Reader",
      "v View fits_by_shape Reader possible",
      "v2 Page extends View",
    ],
    "Reader.read": ["v View.read implements Reader.read possible"],
    "Base.get": [
      "v Cached.get overrides Base.get, overrides View.get possible",
      "v View.get overrides Base.get",
    ],
    "View.get": ["^ Base.get overrides View.get", "v Cached.get overrides View.get possible"],
  },
);

check(
  "Java: generic interfaces, enums, records, classes without a name, overloads",
  `
  //- app/Store.java
  package app;
  public interface Store<T> extends Readable { void save(T item); default void flush() {} }
  interface Readable { int read(); }
  //- app/FileStore.java
  package app;
  public class FileStore extends Base implements Store<String>, Runnable {
    public void save(String item) {}
    public void save(String item, int times) {}
    public int read() { return 1; }
    public void run() {}
    static Store<String> other() { return new FileStore() { public void save(String item) {} }; }
  }
  abstract class Base { private void hidden() {} }
  enum Kind implements Readable { ONE; public int read() { return 1; } }
  record Pair(int left) implements Readable { public int read() { return left; } }
  //- test/Store.java
  package test;
  class Store {}
  class Mine extends Store {}
  `,
  {
    FileStore: [
      "^ Base extends FileStore",
      "^ Store implements FileStore",
      "^ Runnable (outside) implements FileStore",
      "^2 Readable extends Store",
      "v FileStore.other extends FileStore",
    ],
    Readable: [
      "v Kind implements Readable",
      "v Pair implements Readable",
      "v Store extends Readable",
      "v2 FileStore implements Store",
      "v3 FileStore.other extends FileStore",
    ],
    "Store.save": [
      "v FileStore.save implements Store.save",
      "v2 FileStore.other.save overrides FileStore.save",
    ],
    Mine: ["^ Store extends Mine"],
  },
);

check(
  "Go: interfaces by shape, embedded structs and interfaces",
  `
  //- go.mod
  module shop
  //- store/store.go
  package store
  import "io"
  type Reader interface { Read(p []byte) int }
  type Closer interface { Close() error }
  type ReadCloser interface { Reader; Closer }
  type File struct { io.Writer; name string }
  func (f *File) Read(p []byte) int { return 0 }
  func (f *File) Close() error { return nil }
  type Logged struct { *File }
  func (l Logged) Close() error { return nil }
  type Odd struct {}
  func (o Odd) Close(now bool) error { return nil }
  type Copy File
  `,
  {
    ReadCloser: [
      "^ Reader embeds ReadCloser",
      "^ Closer embeds ReadCloser",
      "v File fits_by_shape ReadCloser possible",
      "v Logged fits_by_shape ReadCloser possible, embeds File",
      "v2 Copy inherits File",
    ],
    "Closer.Close": [
      "v File.Close implements Closer.Close possible",
      "v Logged.Close implements Closer.Close possible, overrides File.Close",
    ],
    File: [
      "^ Reader fits_by_shape File possible, embeds ReadCloser",
      "^ Closer fits_by_shape File possible, embeds ReadCloser",
      "^ ReadCloser fits_by_shape File possible",
      "^ io.Writer (outside) embeds File",
      "v Logged embeds File",
      "v Copy inherits File",
    ],
  },
);

check(
  "Rust: traits, supertraits, implementations in other files and for other types",
  `
  //- Cargo.toml
  [package]
  name = "shop"
  //- src/lib.rs
  mod store;
  mod more;
  //- src/store.rs
  pub trait Named { fn name(&self) -> String; }
  pub trait Store: Named { fn save(&self); fn flush(&self) {} }
  pub struct Disk;
  impl Store for Disk { fn save(&self) {} }
  impl Disk { pub fn name(&self) -> u8 { 1 } }
  impl std::fmt::Display for Disk { fn fmt(&self) {} }
  //- src/more.rs
  use crate::store::{Disk, Named, Store};
  impl Named for Disk { fn name(&self) -> String { String::new() } }
  impl<T> Named for Vec<T> { fn name(&self) -> String { String::new() } }
  pub enum Kind { One }
  impl Store for Kind { fn save(&self) {} fn flush(&self) {} }
  impl Named for Kind { fn name(&self) -> String { String::new() } }
  `,
  {
    Disk: [
      "^ Named implements Disk, extends Store",
      "^ Store implements Disk",
      "^ std.fmt.Display (outside) implements Disk",
    ],
    Named: [
      "v Vec implements Named",
      "v Kind implements Named, implements Store",
      "v Store extends Named",
      "v Disk implements Named, implements Store",
    ],
    "Named.name": [
      "v Disk.name implements Named.name",
      "v Vec.name implements Named.name",
      "v Kind.name implements Named.name",
    ],
    "Store.flush": ["v Kind.flush overrides Store.flush"],
  },
);

check(
  "C#: bases without keywords, partial classes, records",
  `
  //- Shapes.cs
  namespace Shapes;
  public interface IShape { double Area(); }
  public partial class Circle : Base { public override double Area() => 1; }
  public partial class Circle : IDisposable { }
  public abstract class Base : IShape { public abstract double Area(); }
  public struct Point : IShape { public double Area() => 0; }
  public record Named(string Name) : Described(Name);
  public record Described(string Name);
  `,
  {
    Circle: [
      "^ Shapes.Base extends Shapes.Circle",
      "^ IDisposable (outside) inherits Shapes.Circle",
      "^2 Shapes.IShape implements Shapes.Base",
    ],
    IShape: [
      "v Shapes.Base implements Shapes.IShape",
      "v Shapes.Point implements Shapes.IShape",
      "v2 Shapes.Circle extends Shapes.Base",
    ],
    "IShape.Area": [
      "v Shapes.Base.Area implements Shapes.IShape.Area",
      "v Shapes.Point.Area implements Shapes.IShape.Area",
      "v2 Shapes.Circle.Area implements Shapes.Base.Area",
    ],
    Named: ["^ Shapes.Described extends Shapes.Named"],
  },
);

check(
  "C++: declarations in headers, definitions elsewhere, bases of the library",
  `
  //- shape.h
  namespace geo {
  class Shape { public: virtual double area() const = 0; virtual ~Shape(); };
  class Circle : public Shape, private std::string { public: double area() const override; };
  }
  //- shape.cpp
  #include "shape.h"
  double geo::Circle::area() const { return 1; }
  //- ring.cpp
  #include "shape.h"
  struct Ring : geo::Circle { double area() const override { return 2; } };
  `,
  {
    Circle: [
      "^ geo.Shape extends geo.Circle",
      "^ std.string (outside) extends geo.Circle",
      "v Ring extends geo.Circle",
    ],
    Ring: [
      "^ geo.Circle extends Ring",
      "^2 geo.Shape extends geo.Circle",
      "^2 std.string (outside) extends geo.Circle",
    ],
    "Shape.area": ["v geo.Circle.area implements geo.Shape.area", "v2 Ring.area overrides geo.Circle.area"],
  },
);

check(
  "Kotlin: classes, interfaces, objects, a base of a Java file",
  `
  //- Shapes.kt
  package shapes
  interface Shape { fun area(): Double; fun name(): String = "" }
  open class Base : Thread()
  class Circle : Base(), Shape, Runnable { override fun area() = 1.0 }
  object Origin : Shape { override fun area() = 0.0 }
  enum class Kind : Shape { ONE { override fun area() = 1.0 } }
  //- Square.java
  package shapes;
  class Square implements Shape { public double area() { return 1; } public String name() { return ""; } }
  `,
  {
    Circle: [
      "^ Shape implements Circle",
      "^ Base extends Circle",
      "^ Runnable (outside) inherits Circle",
      "^2 Thread (outside) extends Base",
    ],
    Shape: [
      "v Circle implements Shape",
      "v Origin implements Shape",
      "v Kind implements Shape",
      "v Square implements Shape",
      "v2 Kind.ONE extends Kind",
    ],
    "Shape.name": ["v Square.name overrides Shape.name"],
    "Shape.area": [
      "v Circle.area implements Shape.area",
      "v Origin.area implements Shape.area",
      "v Kind.ONE.area implements Shape.area",
      "v Square.area implements Shape.area",
    ],
  },
);

check(
  "Ruby: included, extended and prepended modules, reopened classes",
  `
  //- a.rb
  module Walks
    def walk; end
  end
  module Finders
    def find; end
  end
  class Animal < ActiveRecord::Base
    include Walks
    extend Finders
  end
  class Dog < Animal
    def walk; super; end
  end
  //- b.rb
  class Dog
    include Comparable
    def self.find; end
  end
  class Puppy < Dog
  end
  `,
  {
    Dog: [
      "^ Animal extends Dog",
      "^ Comparable (outside) mixes_in Dog possible",
      "^2 Walks mixes_in Animal",
      "^2 Finders mixes_in Animal",
      "^2 ActiveRecord.Base (outside) extends Animal possible",
      "v Puppy extends Dog",
    ],
    Walks: ["v Animal mixes_in Walks", "v2 Dog extends Animal", "v3 Puppy extends Dog"],
    "Walks.walk": ["v Dog.walk overrides Walks.walk"],
  },
);

check(
  "PHP: interfaces, traits, namespaces",
  `
  //- a.php
  <?php
  namespace App;
  interface Store { public function save(); }
  trait Logs { public function log() {} }
  abstract class Base implements Store { use Logs; public function save() {} }
  //- b.php
  <?php
  namespace App\\Files;
  use App\\Base as Parental;
  class FileStore extends Parental implements \\Countable { public function save() {} public function log() {} }
  `,
  {
    FileStore: [
      "^ Base extends FileStore",
      "^ Countable (outside) implements FileStore",
      "^2 Store implements Base",
      "^2 Logs mixes_in Base",
    ],
    Logs: ["v Base mixes_in Logs", "v2 FileStore extends Base"],
    "Store.save": ["v Base.save implements Store.save", "v2 FileStore.save overrides Base.save"],
    "Logs.log": ["v FileStore.log overrides Logs.log"],
  },
);

check(
  "Scala: traits, objects, a companion",
  `
  //- A.scala
  package shop
  trait Named { def name: String }
  trait Logged extends Named
  class Base
  class Item(val id: Int) extends Base with Logged with Serializable { def name = "item" }
  object Item extends Named { def name = "items" }
  case class Small(override val id: Int) extends Item(id) { override def name = "small" }
  `,
  {
    Item: [
      "^ Logged mixes_in Item",
      "^ Base extends Item",
      "^ Serializable (outside) mixes_in Item",
      "^2 Named extends Logged",
      "v Small extends Item",
    ],
    Named: [
      "v Logged extends Named",
      "v Item extends Named",
      "v2 Item mixes_in Logged",
      "v3 Small extends Item",
    ],
    "Named.name": [
      "v Item.name overrides Named.name",
      "v Item.name overrides Named.name",
      "v2 Small.name overrides Item.name",
    ],
  },
);

check(
  "Swift: protocols, extensions, classes",
  `
  //- Sources/Shop/A.swift
  protocol Named { func name() -> String }
  protocol Stored: Named { func save() }
  class Base { func save() {} }
  class Item: Base, Named { func name() -> String { "" } }
  struct Pair: Codable { }
  //- Sources/Shop/B.swift
  extension Item: Stored { }
  extension Pair: Named { func name() -> String { "" } }
  extension String: Named { func name() -> String { self } }
  `,
  {
    Item: ["^ Named implements Item, extends Stored", "^ Stored implements Item", "^ Base extends Item"],
    Named: [
      "v Stored extends Named",
      "v Item implements Named, implements Stored",
      "v Pair implements Named",
      "v String implements Named",
    ],
    "Named.name": [
      "v Item.name overrides Named.name",
      "v Pair.name overrides Named.name",
      "v String.name overrides Named.name",
    ],
    "Base.save": [],
  },
);

check(
  "Dart: mixins and implicit interfaces",
  `
  //- lib/a.dart
  abstract class Named { String name(); }
  mixin Logs on Named { void log() {} }
  class Base { void save() {} }
  class Item extends Base with Logs implements Named { String name() => ""; }
  `,
  {
    Item: ["^ Named implements Item, extends Logs", "^ Logs mixes_in Item", "^ Base extends Item"],
    Named: ["v Logs extends Named", "v Item implements Named, mixes_in Logs"],
  },
);
