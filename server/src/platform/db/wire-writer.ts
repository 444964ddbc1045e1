/** Messages of the protocol, one behind the other in one buffer: type, length, and what they hold. */
export class Writer {
  private buffer = Buffer.allocUnsafe(16_384)
  private at = 0
  private start = 0

  begin(type: string): this {
    this.room(5)
    this.buffer[this.at] = type.charCodeAt(0)
    this.start = this.at + 1
    this.at += 5
    return this
  }
  end(): void {
    this.buffer.writeInt32BE(this.at - this.start, this.start)
  }
  byte(char: string): this {
    this.room(1)
    this.buffer[this.at++] = char.charCodeAt(0)
    return this
  }
  int16(value: number): this {
    this.room(2)
    this.at = this.buffer.writeUInt16BE(value, this.at)
    return this
  }
  int32(value: number): this {
    this.room(4)
    this.at = this.buffer.writeInt32BE(value, this.at)
    return this
  }
  /** Ended by a zero. */
  text(value: string): this {
    this.room(value.length * 3 + 1)
    this.at += this.buffer.write(value, this.at)
    this.buffer[this.at++] = 0
    return this
  }
  /** A parameter with its length; -1 is NULL. */
  value(value: string | null): this {
    if (value === null) return this.int32(-1)
    this.room(value.length * 3 + 4)
    const length = this.buffer.write(value, this.at + 4)
    this.buffer.writeInt32BE(length, this.at)
    this.at += length + 4
    return this
  }
  /** Everything so far, as a buffer of its own. */
  take(): Buffer {
    const bytes = Buffer.from(this.buffer.subarray(0, this.at))
    this.at = 0
    // One large statement is no reason to keep a large buffer.
    if (this.buffer.length > 1_048_576) this.buffer = Buffer.allocUnsafe(16_384)
    return bytes
  }
  mark(): number {
    return this.at
  }
  /** What was written since the mark is dropped: bytes of a message that was begun and could not be finished. */
  back(mark: number): void {
    this.at = mark
  }
  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + bytes))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
