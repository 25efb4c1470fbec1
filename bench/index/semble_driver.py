"""Runs semble for the index benchmark.

    python semble_driver.py model CODEBASE MODEL           makes a model with random weights in MODEL
    python semble_driver.py index CODEBASE INDEX CONTENT   indexes CODEBASE and saves the index in INDEX

Prints one JSON object. The model that semble downloads by default has 16 million weights; random ones cost
about the same time and memory, and the results are not used here. semble reads the model to use from
SEMBLE_MODEL_NAME.
"""

import json
import os
import sys
from pathlib import Path

ROWS, DIMENSIONS = 62_500, 256


def make_model(codebase: Path, model: Path) -> dict:
    import numpy
    from model2vec import StaticModel
    from semble.index.file_walker import walk_files
    from semble.index.files import get_extensions
    from semble.types import ContentType
    from tokenizers import BertWordPieceTokenizer, Tokenizer

    files = sorted(walk_files(codebase, get_extensions([ContentType.CODE])))
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in files)
    trained = BertWordPieceTokenizer(lowercase=True)
    trained.train_from_iterator(texts, vocab_size=ROWS, min_frequency=2, show_progress=False)
    tokenizer = Tokenizer.from_str(trained.to_str())
    tokenizer.post_processor = None
    tokenizer.add_tokens([f"[unused{at}]" for at in range(ROWS - tokenizer.get_vocab_size())])
    weights = numpy.random.default_rng(1).standard_normal((tokenizer.get_vocab_size(), DIMENSIONS), dtype=numpy.float32)
    StaticModel(weights, tokenizer, normalize=True).save_pretrained(model)
    return {"rows": len(weights)}


def make_index(codebase: Path, folder: Path, content: str) -> dict:
    from semble import SembleIndex
    from semble.types import ContentType

    contents = list(ContentType) if content == "all" else [ContentType(content)]
    index = SembleIndex.from_path(codebase, content=contents)
    index.save(folder)
    files = {chunk.file_path for chunk in index.chunks}
    return {"files": len(files), "chunks": len(index.chunks), "sourceBytes": sum(os.path.getsize(codebase / file) for file in files)}


mode, codebase, folder, *rest = sys.argv[1:]
work = make_model if mode == "model" else make_index
print(json.dumps(work(Path(codebase).resolve(), Path(folder), *rest)))
