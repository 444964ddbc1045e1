/** A tree of texts, as the zh-TW files write it. */
export interface TextTree {
  readonly [key: string]: string | TextTree
}

/**
 * What a translation must have: the same keys as the zh-TW text. Chinese has one plural form (`count_other`);
 * a language with more may add `count_one`.
 */
export type Translation<T> = {
  [K in keyof T]: T[K] extends string ? string : Translation<T[K]>
} & { [K in keyof T as K extends `${infer Base}_other` ? `${Base}_one` : never]?: string }

type Leaf<T> = {
  [K in keyof T & string]: T[K] extends string ? (K extends `${infer Base}_other` ? Base : K) : `${K}.${Leaf<T[K]>}`
}[keyof T & string]

/** Every key of a tree, as a path with dots. */
export type KeysOf<T> = Leaf<T>

/** What comes with a language beside our own texts; zod's messages are set on loading. */
export interface Platform {
  errors: Record<string, string>
}
