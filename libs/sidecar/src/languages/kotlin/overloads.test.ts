/** Overload resolution of plain calls in Kotlin, and which property a plain name reads. */
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "extensions of what is not around are not meant, several arguments in one are for a variable number, and a field hides a property":
    {
      files: `
  //- a.kt
  package app
  interface Taggable { val tags: Map<String, Any> get() = emptyMap(); val plain: Int get() = 1 }
  class TagMap(override val tags: Map<String, Any>) : Taggable
  class Word
  class Type {
    fun plus(word: Word): Type = this
    fun plus(text: String): Type = plus(Word())
    fun add(name: String, vararg words: Word): Type = this
    fun add(name: String, words: List<Word>): Type = this
    fun more(vararg words: Word) = add("a", *words)
    companion object { fun Word.plus(word: Word): Type = Type() }
  }
  fun Word.twice() = plus(this)
  fun read(map: TagMap, any: Taggable) { map.tags; any.tags; map.plain }
  fun Type.Companion.use(word: Word) = word.plus(word)
`,
      edges: `
      Type.plus@7 → Type.plus@6
      Type.plus@7 → Word
      Type.more → Type.add@8
      Word.plus → Type
      Word.twice → Word.plus
      read → Taggable.tags
      read → Taggable.plain
      Type.use → Word.plus
    `,
    },
  "what is written down as a number is one of any width, a text and a duration are none": {
    files: `
  //- a.kt
  package app
  import kotlin.time.Duration
  fun wait(millis: Long) {}
  fun wait(duration: Duration) {}
  fun wait(text: String) {}
  fun size(count: Int) {}
  fun size(count: Long) {}
  fun run(duration: Duration) { wait(1000); wait(duration); wait("1s"); size(1); size(1L) }
`,
    edges: `
      run → wait@3
      run → wait@4
      run → wait@5
      run → size@6
      run → size@7
    `,
  },
  "an extension of the library that is imported by its name is that": {
    files: `
  //- a.kt
  package app
  import java.util.concurrent.locks.Lock
  fun <T> Lock.withLock(action: () -> T): T = action()
  fun own(lock: Lock) = lock.withLock { 1 }
  //- b.kt
  package app
  import java.util.concurrent.locks.Lock
  import kotlin.concurrent.withLock
  fun other(lock: Lock) = lock.withLock { 1 }
`,
    edges: `
      withLock → own.<4>
      own → withLock
    `,
  },
});
