import type { Readable } from 'node:stream'

/** A file that is looked into without being read whole. */
export interface Opened {
  readonly size: number
  /** As many bytes as there are from there on, `length` at most. */
  read(at: number, length: number): Promise<Buffer>
  close(): Promise<void>
}
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/**
 * Where files lie that people bring: a folder, or an object store. What they are called and who may see them is the database's.
 * FILES_UNAVAILABLE where an object store does not answer; FILE_DAMAGED where what it hands out is not what was stored.
 */
export interface Storage {
  /** Whole or not at all: after it answers the bytes are stored under this key. A key is written once. */
  put(key: string, bytes: Bytes): Promise<void>
  /** Undefined: there is no such file. */
  stat(key: string): Promise<{ size: number } | undefined>
  /**
   * Undefined: there is no such file. `part`: from its first to its last byte. `sha256`: what the row says of the whole file.
   * An object store's bytes are compared before they are handed on.
   */
  get(key: string, part?: Part, sha256?: string): Promise<{ stream: Readable; size: number } | undefined>
  remove(key: string): Promise<void>
  /**
   * A file that comes in pieces. Nothing is under its key before `finish`: what has come lies beside it, and a crash leaves
   * at most that. The caller keeps how much has come: bytes behind that are overwritten by the next piece.
   */
  append(key: string, offset: number, bytes: Uint8Array): Promise<void>
  /** The first `size` bytes of what has come go on as a file of their own: who still writes to the one before writes nowhere. */
  anew(key: string, size: number): Promise<void>
  /** What has come so far, or the file once it is whole; undefined: neither. */
  open(key: string, sha256?: string): Promise<Opened | undefined>
  /** From now on it is a file, of exactly so many bytes. Done twice it is the same. */
  finish(key: string, size: number): Promise<void>
  /** What has come is thrown away. */
  discard(key: string): Promise<void>
}
/** What another service leaves under a name that it was given, in the clear. Taken away once it is stored as a file. */
export interface Incoming {
  /** Undefined: there is none. */
  size(name: string): Promise<number | undefined>
  /** All of it into a new file of this machine, which is on its disk then. */
  fetch(name: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** Names of all that is there. */
  list(): Promise<string[]>
  /** Whether what comes can be read and taken away; a bucket is known to be there by other means. Answers in any case. */
  usable(): Promise<boolean>
}
export interface Part {
  start: number
  end: number
}

/**
 * Which of these keys a row still names, of those that begin with a word of their own (`medical/…`). Each domain says it of its
 * own; what nobody answers for is left alone.
 */
export type Named = (keys: readonly string[]) => Promise<Iterable<string>>
export interface Storages {
  /** Of the files that people bring. */
  files: Storage
  /** Whether it answers; undefined: a folder of this machine. */
  answers: (() => Promise<boolean>) | undefined
  /** Below this word of the bucket, which no file's key begins with; undefined: there is no bucket. */
  incoming(word: string): Incoming | undefined
  /** Told by a domain at its registration. */
  named(prefix: string, who: Named): void
}
