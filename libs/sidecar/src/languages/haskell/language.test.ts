import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/Store.hs", {
  "types, classes and instances": {
    source: `
      -- | A place.
      data Point a = Point { px :: a, py, pz :: !Int } | Nowhere Int
        deriving (Eq, Show)
      newtype Wrap = Wrap { unWrap :: Int }
      type Alias a = Maybe a
      data Term a where
        Lit :: Int -> Term Int
        Rec :: { field :: Bool } -> Term Bool
      -- | What has an area.
      class (Eq a) => Shape a where
        type Out a
        area :: a -> Double
        area _ = 0
        name' :: a -> String
      instance Shape (Point Int) where
        area p = helper (px p)
        name' = const "x"
      instance Functor f => Functor (Compose f g) where
      instance Shape [a]
      type family Elem c where
        Elem [a] = a
      data instance Vec Int = VecInt Int
    `,
    outline: `
      struct Point 2-3
        constructor Point.Point 2-2
          field Point.Point.px 2-2
          field Point.Point.py 2-2
          field Point.Point.pz 2-2
        constructor Point.Nowhere 2-2
      struct Wrap 4-4
        constructor Wrap.Wrap 4-4
          field Wrap.Wrap.unWrap 4-4
      type Alias 5-5
      struct Term 6-8
        constructor Term.Lit 7-7
        constructor Term.Rec 8-8
          field Term.Rec.field 8-8
      class Shape 10-14
        type Shape.Out 11-11
        method Shape.area 12-13
        method Shape.name' 14-14
      impl Point 15-17
        method Point.area 16-16
        method Point.name' 17-17
      impl Compose 18-18
      impl [a] 19-19
      type Elem 20-21
      struct Vec 22-22
        constructor Vec.VecInt 22-22
    `,
    signatures: `
      Point | data Point a
      Point.Point | Point { px :: a, py, pz :: !Int }
      Point.Point.px | px :: a
      Point.Point.py | py, pz :: !Int
      Point.Point.pz | py, pz :: !Int
      Point.Nowhere | Nowhere Int
      Wrap | newtype Wrap
      Wrap.Wrap | Wrap { unWrap :: Int }
      Wrap.Wrap.unWrap | unWrap :: Int
      Alias | type Alias a = Maybe a
      Term | data Term a
      Term.Lit | Lit :: Int -> Term Int
      Term.Rec | Rec :: { field :: Bool } -> Term Bool
      Term.Rec.field | field :: Bool
      Shape | class (Eq a) => Shape a
      Shape.Out | type Out a
      Shape.area | area :: a -> Double
      Shape.name' | name' :: a -> String
      Point | instance Shape (Point Int)
      Point.area | area p
      Compose | instance Functor f => Functor (Compose f g)
      [a] | instance Shape [a]
      Elem | type family Elem c
      Vec | data instance Vec Int
      Vec.VecInt | VecInt Int
    `,
    docs: `
      Point | A place.
      Shape | What has an area.
    `,
    references: `
      2: type Int
      2: type Int
      3: implements Eq
      3: implements Show
      4: type Int
      5: type Maybe
      7: type Int
      7: type Term
      7: type Int
      8: type Bool
      8: type Term
      8: type Bool
      10: extends Eq
      12: type Double
      14: type String
      15: implements Shape
      15: type Int
      16: value p
      18: type Functor
      18: implements Functor
      19: implements Shape
      21: type Elem
      22: type Int
      22: type Int
    `,
  },
  "a signature and its equations are one function": {
    source: `
      -- | Opens it.
      open
        :: Monad m
        => Int
        -> m ()
      {-# INLINE open #-}
      open 0 = pure ()
      -- Otherwise.
      open n | n > 1 = bar n
             | otherwise = go n
        where
          go :: Int -> Int
          go x = inner x + y
          y = 3
      x <+> y = x
      (<->) :: Int -> Int -> Int
      a <-> b = a
      bare = map open . filter even
      a, b :: Int
      a = 1
      b = 2
      main :: IO ()
      main = pure ()
      pattern P = 3
      foreign import ccall "sin" c_sin :: Double -> Double
    `,
    outline: `
      function open 2-14
        function open.go 13-13
      function <+> 15-15
      function <-> 16-17
      function bare 18-18
      function a 19-19
      function b 19-19
      function a 20-20
      function b 21-21
      function main 22-23
      constructor P 24-24
      function c_sin 25-25
    `,
    signatures: `
      open | open :: Monad m => Int -> m ()
      open.go | go x
      <+> | x <+> y
      <-> | (<->) :: Int -> Int -> Int
      a | a, b :: Int
      b | a, b :: Int
      main | main :: IO ()
      P | pattern P = 3
      c_sin | foreign import ccall "sin" c_sin :: Double -> Double
    `,
    docs: "open | Opens it.",
  },
  calls: {
    source: `
      main = do
        let z = calc 1 2
        r <- M.lookup 1 m
        stop
        print $ f 3
        map g <$> get >>= put . h
        a \`op\` b
        case r of
          Just x -> run (Point 1 x)
        where helper (Just y) = y
    `,
    calls: `
      2: calc in main
      3: M . lookup in main
      4: stop in main
      5: print in main
      5: f in main
      6: map in main
      6: put in main
      6: h in main
      7: op in main
      9: run in main
      9: Point in main
    `,
  },
  imports: {
    source: `
      module Data.Store (open, Point (..), module Data.Base) where
      import Data.List
      import qualified Data.Map.Strict as M
      import qualified Data.Set
      import Data.Text (Text, pack, Point (..))
      import Prelude hiding (lookup)
    `,
    imports: `
      1: reexport Data.Base {*}
      2: import Data.List {*}
      3: import Data.Map.Strict {* as M}
      4: import Data.Set {* as Data.Set}
      5: import Data.Text {Text, pack, Point}
      6: import Prelude {*}
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
      first :: Int
      first = 1

      broken = case of

      second :: Int
      second = 2
    `,
    outline: `
      function first 1-2
      function broken 4-4
      function second 6-7
    `,
    diagnostics: "syntax_error",
  },
});
