import { checkLanguage } from "../testing/check.ts";

checkLanguage("lib/storage.rb", {
  "methods that a method defines": {
    source: `
      class Engine
        attr :size
        def extended
          define_method(:inherited) { |type| super(type) }
          define_method(:run) do |task|
            task.call
          end
          def self.stop; end
        end
      end
    `,
    outline: `
      class Engine 1-10
        property Engine.size 2-2
        method Engine.extended 3-9
          method Engine.extended.inherited 4-4
          method Engine.extended.run 5-7
          method Engine.extended.stop 8-8
    `,
  },
  "methods of a class, by its name": {
    source: `
      class Cache
        def Cache.open; end
        def Other.open; end
      end
    `,
    outline: `
      class Cache 1-4
        method Cache.open 2-2
        method Cache.Other.open 3-3
    `,
  },
  "modules, classes and their methods": {
    source: `
      # frozen_string_literal: true

      # Stores things.
      # For long.
      module Storage
        VERSION = "1".freeze
        class Cache::Entry < Base::Thing # :nodoc:
          include Comparable
          extend Concern
          @@count = 0
          # Builds one.
          def initialize(key, size = 1, *rest, ttl: 2, &block) # from a key
            @key = key
          end
          def self.create(key) = new(key)
          class << self
            def open; end
            private def hidden!; end
          end
          def ==(other)
          end
          def key=(value); end
          def Storage.reset
          end
        end
        class Empty < StandardError; end
        module_function
        def helper
        end
      end
      def top(x)
        def nested; end
      end
    `,
    outline: `
      module Storage 5-30
        constant Storage.VERSION 6-6
        class Storage.Cache.Entry 7-25
          field Storage.Cache.Entry.@@count 10-10
          constructor Storage.Cache.Entry.initialize 12-14
          method Storage.Cache.Entry.create 15-15
          method Storage.Cache.Entry.open 17-17
          method Storage.Cache.Entry.hidden! 18-18
          method Storage.Cache.Entry.== 20-21
          method Storage.Cache.Entry.key= 22-22
          method Storage.Cache.Entry.Storage.reset 23-24
        class Storage.Empty 26-26
        method Storage.helper 28-29
      function top 31-33
        method top.nested 32-32
    `,
    signatures: `
      Storage | module Storage
      Storage.VERSION | VERSION = "1".freeze
      Storage.Cache.Entry | class Cache::Entry < Base::Thing
      Storage.Cache.Entry.@@count | @@count = 0
      Storage.Cache.Entry.initialize | def initialize(key, size = 1, *rest, ttl: 2, &block)
      Storage.Cache.Entry.create | def self.create(key)
      Storage.Cache.Entry.open | def open
      Storage.Cache.Entry.hidden! | def hidden!
      Storage.Cache.Entry.== | def ==(other)
      Storage.Cache.Entry.key= | def key=(value)
      Storage.Cache.Entry.Storage.reset | def Storage.reset
      Storage.Empty | class Empty < StandardError
      Storage.helper | def helper
      top | def top(x)
      top.nested | def nested
    `,
    docs: `
      Storage | Stores things.
      Storage.Cache.Entry.initialize | Builds one.
    `,
    references: `
      7: type Cache
      7: type Base
      7: extends Thing
      8: implements Comparable
      9: implements Concern
      23: type Storage
      26: extends StandardError
    `,
  },
  "what declares attributes and methods": {
    source: `
      class Post < ApplicationRecord
        attr_reader :title, :body
        attr_accessor "size"
        has_many :comments, dependent: :destroy
        belongs_to :user
        scope :active, -> { where(active: true) }
        alias_method :name, :title
        alias text body
        define_method(:dynamic) { |x| go(x) }
        Point = Struct.new(:x, :y) do
          def distance; end
        end
        Missing = Class.new(StandardError)
        A, B = 1, 2
      end
      $global = 1
      local = 2
    `,
    outline: `
      class Post 1-15
        property Post.title 2-2
        property Post.body 2-2
        property Post.size 3-3
        property Post.comments 4-4
        property Post.user 5-5
        method Post.active 6-6
        method Post.name 7-7
        method Post.text 8-8
        method Post.dynamic 9-9
        class Post.Point 10-12
          method Post.Point.distance 11-11
        class Post.Missing 13-13
        constant Post.A 14-14
        constant Post.B 14-14
      variable $global 16-16
    `,
    signatures: `
      Post | class Post < ApplicationRecord
      Post.title | attr_reader :title, :body
      Post.body | attr_reader :title, :body
      Post.size | attr_accessor "size"
      Post.comments | has_many :comments, dependent: :destroy
      Post.user | belongs_to :user
      Post.active | scope :active, -> { where(active: true) }
      Post.name | alias_method :name, :title
      Post.text | alias text body
      Post.dynamic | define_method(:dynamic)
      Post.Point | Point = Struct.new(:x, :y)
      Post.Point.distance | def distance
      Post.Missing | Missing = Class.new(StandardError)
      Post.A | A, B = 1, 2
      Post.B | A, B = 1, 2
      $global | $global = 1
    `,
  },
  calls: {
    source: `
      def run(list)
        helper
        helper 1, 2
        self.class.build(3)
        list&.first(1)&.size
        Store.new(4)
        Store::Cache.open
        puts "#{inner(1)}"
        list.each do |item| item.run! end
        super
        result
      end
    `,
    calls: `
      2: helper in run
      3: helper/2 in run
      4: self . class in run
      4: self.class . build/1 in run
      5: list . first/1 in run
      5: list&.first(1) . size in run
      6: Store . new/1 in run
      7: Store::Cache . open in run
      8: puts/1 in run
      8: inner/1 in run
      9: list . each in run
      9: item . run! in run
      10: super in run
    `,
  },
  imports: {
    source: `
      require "set"
      require_relative 'net/socket'
      require_relative "../store"
      load 'x.rb'
      autoload :Store, "store/main"
      require File.join("a", "b")
      require "a#{b}"
    `,
    imports: `
      1: import set
      2: import ./net/socket
      3: import ../store
      4: import x.rb
      5: import store/main {Store}
    `,
  },
  "names that begin at the top": {
    source: `
      class ::Top
        def a; end
      end
      module ::Empty
      end
      class ::Failed < Base; end
      ::LIMIT = 1
    `,
    outline: `
      class Top 1-3
        method Top.a 2-2
      module Empty 4-5
      class Failed 6-6
      constant LIMIT 7-7
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      class First
        def a; end
      end
      class Broken
        def b(
      end
      def last
      end
    `,
    outline: `
      class First 1-3
        method First.a 2-2
      class Broken 4-6
      function last 7-8
    `,
    diagnostics: "syntax_error",
  },
});
