#!/bin/sh
# Installs the parsers that outline-recall compares with into a folder, from package registries. Names of
# languages after the folder install only those.
#
#   install.sh DIR [LANGUAGE …]
#
# Needs npm (ruby, svelte, vue), python3 (python, c, cpp; 3.12 or later reads all syntax), cargo (rust), mvn and
# JDK 17 (kotlin, scala). The oracles of Go, Java and Elixir only need the programs go, java and elixir. PHP's
# needs php, and the package nikic/php-parser 5 unpacked into DIR/php. Swift, Dart and C# have labels instead.
set -eu
home=$(mkdir -p "$1" && cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
wanted=" ${*:-python rust kotlin scala npm} "

case $wanted in *" python "* | *" c "* | *" cpp "*)
  python3 -m venv "$home/python"
  "$home/python/bin/pip" -q install libclang==18.1.1
  ;;
esac

case $wanted in *" rust "*)
  CARGO_TARGET_DIR="$home/rust" cargo build -q --release --manifest-path "$here/rust/Cargo.toml"
  ;;
esac

jars() {
  mkdir -p "$home/$1"
  dependencies=
  for coordinates in $2; do
    artifact=${coordinates#*:}
    dependencies="$dependencies<dependency><groupId>${coordinates%%:*}</groupId><artifactId>${artifact%:*}</artifactId><version>${artifact##*:}</version></dependency>"
  done
  printf '%s' "<project><modelVersion>4.0.0</modelVersion><groupId>oracle</groupId><artifactId>$1</artifactId><version>1</version><dependencies>$dependencies</dependencies></project>" > "$home/$1/pom.xml"
  (cd "$home/$1" && mvn -q dependency:copy-dependencies -DoutputDirectory=.)
}

case $wanted in *" kotlin "*)
  jars kotlin org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.0
  ;;
esac

case $wanted in *" scala "*)
  jars scala "org.scalameta:scalameta_2.13:4.13.4 org.scala-lang:scala-compiler:2.13.16"
  java -cp "$home/scala/*" scala.tools.nsc.Main -usejavacp -d "$home/scala" "$here/ScalaOutline.scala"
  ;;
esac

case $wanted in *" npm "* | *" ruby "* | *" svelte "* | *" vue "*)
  npm install --prefix "$home/npm" --no-audit --no-fund --ignore-scripts --no-save svelte@5 @vue/compiler-sfc@3 @ruby/prism@1
  ;;
esac
