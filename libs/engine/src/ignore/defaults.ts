/**
 * Gitignore patterns for files that no search in any codebase needs. They are the weakest layer, so any
 * control file can include a part of them again (`!node_modules/`).
 *
 * Names that real source trees use are not in the list (build, dist, out, target, bin, vendor, lib, tmp, log,
 * and extensions such as `.pt`, `.lib`, `.map` or `.dat`): git's ignore files are more precise, and binary
 * files are skipped anyway.
 */
import { SECRET_PATTERNS } from "./secret-names.ts";

const VERSION_CONTROL = words(".hg/ .svn/ .bzr/ .jj/ .sl/ .pijul/ _darcs/ CVS/");

const DEPENDENCIES = words(`
  node_modules/ bower_components/ jspm_packages/ .pnpm-store/ .yarn/ .pnp.cjs .pnp.loader.mjs
  .venv/ venv/ site-packages/ __pypackages__/ .eggs/ *.egg-info/
  .bundle/ Pods/ **/Carthage/Build/ .dart_tool/ .pub-cache/ elm-stuff/ .stack-work/
`);

const CACHES = words(`
  __pycache__/ .mypy_cache/ .pytest_cache/ .ruff_cache/ .pytype/ .pyre/ .hypothesis/ .tox/ .nox/ .ipynb_checkpoints/
  .next/ .nuxt/ .svelte-kit/ .astro/ .angular/ .docusaurus/ .expo/ .parcel-cache/ .vite/ .turbo/ .nx/ .cache/
  .nyc_output/ .coverage .eslintcache .stylelintcache *.tsbuildinfo .sass-cache/ .serverless/ .aws-sam/
  .gradle/ .terraform/ .bloop/ .metals/ .ccls-cache/ .clangd/ .zig-cache/ zig-cache/
`);

/** Files that editors and desktops leave behind. */
const LEFTOVERS = words(".DS_Store Thumbs.db desktop.ini .idea/ .vs/ .history/ *.swp *.swo *~");

const LOCK_FILES = words(`
  package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock
  poetry.lock Pipfile.lock uv.lock pdm.lock pixi.lock conda-lock.yml
  Cargo.lock go.sum go.work.sum composer.lock Gemfile.lock mix.lock rebar.lock pubspec.lock
  Podfile.lock Cartfile.resolved Package.resolved packages.lock.json paket.lock gradle.lockfile
  flake.lock .terraform.lock.hcl conan.lock MODULE.bazel.lock Chart.lock
`);

const MINIFIED_AND_MAPS = extensions(`
  min.js min.mjs min.cjs min.css min.html
  js.map mjs.map cjs.map css.map ts.map mts.map cts.map
`);

const MEDIA_AND_FONTS = extensions(`
  png jpg jpeg gif bmp ico icns webp avif heic heif tif tiff svg psd xcf eps sketch cur tga dds
  mp3 mp4 m4a m4v wav ogg oga ogv flac aac opus aif aiff mid midi wma wmv mov avi mkv webm flv mpg mpeg
  fbx glb blend 3ds stl swf
  woff woff2 ttf otf ttc eot
`);

const ARCHIVES_AND_DOCUMENTS = extensions(`
  zip tar tgz gz bz2 tbz2 xz txz zst lz4 lzma 7z rar cab iso dmg img deb rpm apk aab ipa msi
  whl egg gem crate nupkg vsix xpi crx jar war ear aar
  pdf doc docx docm xls xlsx xlsm xlsb ppt pptx pptm odt ods odp odg rtf epub mobi djvu
`);

const COMPILED = extensions(`
  o obj a so dylib dll exe ko elf pdb ilk gch pch rlib rmeta wasm bin
  class dex pyc pyo pyd beam elc hi dyn_o dyn_hi cmi cmo cmx cmxa
`);

const DATA_AND_MODELS = extensions(`
  sqlite sqlite3 db db3 db-wal db-shm mdb accdb dbf
  parquet feather arrow avro orc npy npz h5 hdf5 pkl pickle joblib rds rda RData
  safetensors gguf ggml onnx pth ckpt tflite mlmodel keras caffemodel
`);

/** Compiled catalogues only in gettext's folders: elsewhere, `.mo` is Modelica source. */
const MESSAGE_CATALOGUES = words("*.po *.pot **/LC_MESSAGES/*.mo");

/** The built-in patterns without those for secrets. */
export const BULK_PATTERNS: readonly string[] = [
  ...VERSION_CONTROL,
  ...DEPENDENCIES,
  ...CACHES,
  ...LEFTOVERS,
  ...LOCK_FILES,
  ...MINIFIED_AND_MAPS,
  ...MEDIA_AND_FONTS,
  ...ARCHIVES_AND_DOCUMENTS,
  ...COMPILED,
  ...DATA_AND_MODELS,
  ...MESSAGE_CATALOGUES,
];

/** The built-in patterns, the weakest layer of the policy. In a list, as in a file, the last match wins. */
export const DEFAULT_PATTERNS: readonly string[] = [...BULK_PATTERNS, ...SECRET_PATTERNS];

/**
 * Patterns that include files with the requested extensions again. They override the built-in patterns, but
 * no ignore file.
 */
export function broughtBack(customExtensions: readonly string[]): string[] {
  return customExtensions.map((extension) => `!*${extension.startsWith(".") ? "" : "."}${extension}`);
}

function extensions(list: string): string[] {
  return words(list).map((extension) => `*.${extension}`);
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
