export interface Tile {
  x: number
  y: number
  width: number
  height: number
  /** A large tile shows the whole picture, a small one is filled by it. */
  fit: 'contain' | 'cover'
}

/** Of more people only the first are seen; all are heard. */
export const FACES_MAX = 16

/**
 * Places for the pictures of a recording, in the order given: the others first, oneself last. Two people: the other
 * large, oneself small in the corner. More: a grid of equal parts.
 */
export function recorderLayout(count: number, width: number, height: number): Tile[] {
  if (count <= 0) return []
  const whole: Tile = { x: 0, y: 0, width, height, fit: 'contain' }
  if (count === 1) return [whole]
  if (count === 2) {
    const w = Math.round(width / 4)
    const h = Math.round(height / 4)
    const gap = Math.round(width / 80)
    return [whole, { x: width - w - gap, y: height - h - gap, width: w, height: h, fit: 'cover' }]
  }
  const columns = Math.ceil(Math.sqrt(Math.min(count, FACES_MAX)))
  const rows = Math.ceil(Math.min(count, FACES_MAX) / columns)
  const w = width / columns
  const h = height / rows
  const tiles = Array.from(
    { length: Math.min(count, FACES_MAX) },
    (_, i): Tile => ({ x: (i % columns) * w, y: Math.floor(i / columns) * h, width: w, height: h, fit: 'contain' }),
  )
  // The third of three sits in the middle of the lower row.
  if (count === 3) tiles[2] = { x: w / 2, y: h, width: w, height: h, fit: 'contain' }
  return tiles
}

/** Which part of the picture goes where in the tile. */
export function fitPicture(tile: Tile, width: number, height: number) {
  const scale =
    tile.fit === 'contain'
      ? Math.min(tile.width / width, tile.height / height)
      : Math.max(tile.width / width, tile.height / height)
  const w = Math.min(tile.width, width * scale)
  const h = Math.min(tile.height, height * scale)
  return {
    from: { x: (width - w / scale) / 2, y: (height - h / scale) / 2, width: w / scale, height: h / scale },
    to: { x: tile.x + (tile.width - w) / 2, y: tile.y + (tile.height - h) / 2, width: w, height: h },
  }
}
