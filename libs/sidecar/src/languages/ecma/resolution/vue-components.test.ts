import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

checkEdges({
  "Vue: templates call what the script has, and components what stands in their other parts": {
    files: `
      //- Options.vue
      <template><p @click="save()">{{ total() }}</p></template>
      <script>
      export default {
        data() { return { n: this.initial() }; },
        methods: { save() { this.load(); this.$emit("x"); }, load() {}, initial() {} },
        computed: { total() { return this.load(); } },
        watch: { n() { this.load(); } },
        mounted() { this.save(); },
      }
      </script>
      //- Defined.vue
      <script lang="ts">
      import { defineComponent } from "vue";
      export default defineComponent({
        setup() { function shown() {} return { shown, other: shown }; },
        created() { this.shown(); this.load(); },
        methods: { load() {} },
      })
      </script>
      <template><p @click="load()">{{ shown() }} {{ missing() }}</p></template>
      //- Setup.vue
      <template><Child :x="format(1)" @open="() => show()" /></template>
      <script setup lang="ts">
      import { format } from "./format";
      function show() {}
      </script>
      //- format.ts
      export function format(x: number) {}
    `,
    edges: `
      default.created → default.setup.shown
      default.created → default.load
      Defined.vue → default.load
      Defined.vue → default.setup.shown
      Options.vue → save
      Options.vue → total
      data → initial
      save → load
      total → load
      n → load
      mounted → save
      Setup.vue → format
      <1> → show
    `,
  },
  "Svelte and Astro: templates call what the script has": {
    files: `
      //- a.svelte
      <script>
        function load() {}
        function each(item) {}
        let first = load
      </script>
      {#each load() as item}<p on:click={() => each(item)}>{each(item)}</p>{/each}
      //- b.astro
      ---
      function list() {}
      ---
      <ul class={list()}>{list.map((item) => <li>{list(item)}</li>)}</ul>
    `,
    edges: `
      a.svelte → load
      <6> → each
      a.svelte → each
      b.astro → list
      b.astro → list
    `,
  },
  "a template that is no code of the script's language does not take the script with it": {
    files: `
      //- a.vue
      <template><p :x="a b c">{{ run() }}</p></template>
      <script setup>
      function run() {}
      run();
      </script>
    `,
    edges: "a.vue → run",
  },
});
