import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BIT,
  type NoiseCategory,
  PATH_CLASSES,
  type PathClass,
  classifyPath,
  hasClass,
  isTestOrExample,
  noiseCategory,
} from "./path-class.ts";

/** Expects every one of the paths to have exactly these classes. */
function check(classes: readonly PathClass[], paths: string): void {
  describe(classes.length === 0 ? "of no class" : classes.join(" and "), () => {
    it.each(paths.trim().split(/\s+/))("%s", (path) => {
      const bits = classifyPath(path);
      expect(PATH_CLASSES.filter((name) => hasClass(bits, name))).toEqual(
        PATH_CLASSES.filter((name) => classes.includes(name)),
      );
    });
  });
}

check(
  [],
  `
  src/retry.ts main.go lib/cache.rb app/models/user.py Sources/App/Router.swift internal/store/store.go cmd/server/main.go
  src/testing.go pkg/latest.py src/latest.test_data.py src/contest/round.ts contests/a.py attest/verify.rs protest.go fastest/run.go
  src/attestation.ts src/Contest.java src/Latest.kt Greatest.cs src/unittest.py src/specification.ts src/inspect/a.rb perspectives/a.rb
  src/docs.ts src/doc.go doctor/main.go src/docker/run.go manual.ts mandate/a.ts human/a.go guideline/a.ts
  src/site.ts sites/a.ts websites/a.ts website.go src/guide.ts man.c manager/a.ts
  builder/build.ts src/build.ts rebuild/a.go output/a.ts distribution/a.ts outbox/send.ts layout/grid.ts src/dist.ts checkout/a.ts genes/a.ts
  src/generate.ts generator/main.go src/generated.ts gene/splice.py agent/run.ts regenerate/a.py
  src/fixture.ts fixtured/a.go exampled/a.ts counterexample/proof.ts src/example.ts sampler/a.py demonstration/a.ts
  src/vendor.ts vendors/list.ts vendoring/a.go external.ts dependency/a.ts internals/a.ts externally/a.ts
  src/legacy.ts compatibility/a.ts older/a.ts gold/price.ts scaffold/a.ts v10/a.ts src/v1.ts
  src/tool.ts toolbox/a.ts scripting/engine.ts description/a.ts city/a.ts fetch/a.ts etcd/a.go
  src/locale.ts locality/a.ts language/a.ts langs/a.ts
  src/configuration.ts src/config.ts setup.ts Makefile.am.go
  src/index.ts src/mod.rs bench.ts workbench/a.ts perfect/a.ts performance/a.ts benched/a.go
  src/test-run.ts test_functions.bash src/test-utils.ts src/tests.rs testimony.py src/my.tests.py
  src/d.ts src/ad.ts header.hpp list.hh list.hxx a.hs
`,
);

check(
  ["test_file"],
  `
  test_cache.py src/test_retry.py conftest.py pkg/conftest.py src/cache_test.py src/cache_tests.py test_main.c test_list.cc test_list.cpp test_x.rb test_x.lua
  cache_test.go internal/store/store_test.go lib/cache_test.rb src/parser_test.rs src/list_test.cc src/list_test.cpp lib/a_test.exs lib/a_test.dart test_a.dart
  lib/cache_spec.rb spec_spec.lua a_spec.cr
  src/cache.test.ts src/cache.test.tsx src/cache.spec.js src/cache.test.mjs src/cache.spec.cts login.cy.ts login.e2e.ts types.test-d.ts types.spec-d.ts many.tests.ts
  src/CacheTest.java src/CacheTests.java CacheTestCase.php CacheIT.java CacheSpec.groovy CacheTest.kt CacheTests.swift CacheTests.cs CacheSpec.scala CacheSuite.scala
  CacheTests.fs CacheTest.m install.bats test_helper.rb spec_helper.rb test-helpers.js test_helpers.py
`,
);

// Test support that libraries offer their users.
check(
  [],
  "django/test/client.py lib/active_support/testing/time_helpers.rb src/framework/testing/fake.ts " +
    "tokio-test/src/io.rs",
);
check(["test_file"], `django/test/test_client.py`);
check(
  ["test_folder"],
  "src/test/java/Runner.java lib/test/run.py app/test/run.py pkg/test/run.go pkg/test/deep/run.py " +
    "tokio-test/tests/io.rs my-test/a.rs crates/my-test/src/a.rs",
);
check(
  ["test_folder"],
  `
  test/cache.ts tests/cache.py src/__tests__/cache.ts spec/models/user.rb specs/a.js testing/fake.go pkg/testing/clock.go testdata/a.go
  test-utils/render.tsx test_support/a.rb test-helpers/a.ts test_suite/run.py test-data/a.ts e2e/login.ts App.Tests/Cache.cs CoreTests/Cache.swift
  AppTest/Main.java my-tests/a.ts my_test/a.py integration.tests/a.cs unittest/a.d unittests/Parse.cpp src/__mocks__/fs.ts
`,
);
check(
  ["test_file", "test_folder"],
  "tests/test_cache.py test/cache.test.ts spec/models/user_spec.rb src/test/java/app/CacheTest.java " +
    "test/test_helper.rb",
);

check(
  ["fixture"],
  "fixtures/user.ts spec_data/fixtures/a.rb src/__fixtures__/a.ts testcases/a.py golden/a.go " +
    "fixture/a.ts a/__snapshots__/a.ts",
);
check(["test_folder", "fixture"], `tests/fixtures/a.py test/golden/a.go`);
check(
  ["docs"],
  `docs/conf.ts doc/api.rb documentation/a.ts docs_src/first.py doc-src/a.ts manual/a.c Docs/a.ts`,
);
check(["docs", "text"], `docs/install.md doc/readme.txt manual/start.rst`);
check(
  ["site_folder"],
  `website/app.ts site/main.go guide/a.ts Guides/a.swift man/a.c packages/website/src/nav.tsx`,
);
check(["text", "site_folder"], `website/index.mdx guides/start.rst man/notes.txt`);
check(["docs", "site_folder"], `docs/site/nav.ts website/docs/sidebar.js`);
check(["test_folder", "site_folder"], `site/tests/nav.ts`);
check(
  ["text"],
  "README.md CHANGELOG LICENSE NOTICE src/notes.txt a/TODO spec.adoc todo.org readme COPYING " +
    "api.markdown src/README",
);
check(
  ["example"],
  "example/a.ts examples/basic.go _examples/a.go sample/a.py samples/a.cs demo/a.ts demos/a.ts " +
    "playground/a.ts sandbox/a.ts cookbook/a.rb snippets/a.ts quickstart/a.ts starter/a.ts",
);
check(["docs", "example"], `tutorial/a.py tutorials/a.py docs/examples/a.ts`);
check(
  ["benchmark"],
  "bench/a.ts benches/a.rs benchmark/a.py benchmarks/a.py perf/a.go jmh/a.java parser-bench/a.ts " +
    "parser_benchmarks/a.go ParserBenchmark.java ParserBenchmarks.cs",
);
check(
  ["vendored"],
  "vendor/a.go vendored/a.ts _vendor/a.py third_party/a.cc third-party/a.ts thirdparty/a.c " +
    "3rdparty/a.c external/a.c externals/a.c deps/a.c extern/a.c node_modules/a/a.js bundled/a.js " +
    "Vendor/a.php",
);
check(
  ["generated"],
  `
  generated/a.ts src/__generated__/a.ts _generated/a.ts app.min.js app.min.css api.generated.ts api_generated.go api-generated.ts
  user.pb.go user.pb.cc user_pb.js user_pb2.py user.g.dart View.g.cs Form.Designer.cs
`,
);
check(["generated", "type_declarations"], `user_pb2.pyi`);
check(
  ["output_folder"],
  `dist/a.js build/a.js out/a.js src/gen/a.go Build/rules.py packages/core/dist/index.js`,
);
check(["type_declarations", "output_folder"], `dist/index.d.ts`);
check(["generated", "output_folder"], `dist/app.min.js gen/user.pb.go out/generated/a.ts`);
check(["locale"], `locale/de.ts locales/de.js src/i18n/en.ts l10n/a.dart lang/de.php translations/fr.py`);
check(
  ["legacy"],
  `compat/a.ts src/_compat/a.py legacy/a.ts deprecated/a.py old/a.c obsolete/a.c api/v1/users.go`,
);
check(
  ["tool"],
  "scripts/release.ts script/setup.rb tools/gen.go tool/a.ts hack/verify.go ci/run.ts contrib/a.py " +
    "extra/a.c extras/a.c misc/a.c etc/a.lua .github/run.ts",
);
check(["tool", "data"], `.github/workflows/ci.yml .circleci/config.yml`);
check(
  ["config"],
  "setup.py pkg/conf.py mix.exs build.zig Rakefile app.gemspec vite.config.ts CMakeLists.txt " +
    "lib/CMakeLists.txt eslint.config.js jest.config.cjs webpack.config.mjs gulpfile.js Package.swift " +
    "build.gradle build.gradle.kts build.sbt Makefile FindX.cmake",
);
check(["docs", "config"], `docs/conf.py`);
check(["type_declarations"], `src/globals.d.ts types/a.d.mts a.d.cts stubs/a.pyi`);
check(["init"], `app/__init__.py src/app/package-info.java module-info.java`);
check(["c_header"], `include/list.h src/list.h`);
check(
  ["data"],
  "package.json tsconfig.jsonc a.json5 config/app.yaml app.yml Cargo.toml a.ini setup.cfg nginx.conf " +
    "a.properties pom.xml a.csv index.html page.htm Info.plist a.ipynb Gemfile.lock",
);

describe("noise category", () => {
  it.each<[NoiseCategory, string]>([
    [
      "runtime",
      "src/retry.ts examples/a.ts vendor/a.go scripts/a.ts package.json api/v1/a.go src/globals.d.ts " +
        "app/__init__.py bench/a.ts",
    ],
    // Files in such a folder are classified by their other classes alone.
    [
      "runtime",
      "dist/a.js build/rules.go out/a.js src/gen/a.go website/app.ts site/main.go guides/a.swift man/a.c",
    ],
    [
      "tests",
      "tests/a.py src/a.test.ts tests/fixtures/a.py testing/README.md build/a.test.ts site/tests/nav.ts",
    ],
    ["fixtures", "fixtures/a.ts golden/out.md out/fixtures/a.ts"],
    ["docs", "docs/a.ts README.md LICENSE docs/gen/a.md docs/site/nav.ts website/index.mdx guides/start.rst"],
    [
      "generated",
      "generated/a.ts generated/a.test.ts tests/generated/a.py docs/generated/a.md user.pb.go " +
        "dist/app.min.js",
    ],
  ])("%s: %s", (category, paths) => {
    for (const path of paths.split(" "))
      expect([path, noiseCategory(classifyPath(path))]).toEqual([path, category]);
  });
});

describe("beside the program", () => {
  it.each(
    (
      "tests/a.py src/a.test.ts fixtures/a.ts docs/code/a.c examples/a.rs bench/a.ts vendor/a.go " +
      "api.pb.go dist/a.js"
    ).split(" "),
  )("%s", (path) => expect(isTestOrExample(classifyPath(path))).toBe(true));
  it.each("src/a.ts lib/a.js scripts/a.sh legacy/a.ts src/a.d.ts README.md".split(" "))("not %s", (path) =>
    expect(isTestOrExample(classifyPath(path))).toBe(false),
  );
});

it("has one bit for each class, and all of them fit into 31 bits", () => {
  expect(PATH_CLASSES.map((name) => BIT[name])).toEqual(PATH_CLASSES.map((_, at) => 2 ** at));
  expect(PATH_CLASSES.length).toBeLessThan(32);
});

it("classifies any text as a path, and takes no detours over long ones", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "test", "tests", "_", "-", ".", "/", "bench", "doc", "T", "\n"), {
        maxLength: 60,
      }),
      (parts) => classifyPath(parts.join("")) >= 0,
    ),
    { seed: 1 },
  );
  // A pattern that tries every way to split this would not terminate.
  const long = `${"a-".repeat(2_000)}${"tests.".repeat(500)}`;
  expect([classifyPath(long), classifyPath(`${long}/tests/`)]).toEqual([0, BIT.test_folder]);
});
