import {
  cache,
  Enums,
  getShouldUseCPURendering,
  imageLoader,
  RenderingEngine,
  type StackViewport,
  type Types,
} from '@cornerstonejs/core'
import type { FrameBytes } from './bytes.ts'
import { announce, begin, forget, isDamaged, pixelSize } from './pixels.ts'
import { SOFT_TISSUE } from './presets.ts'
import { type Place, valuesAt } from './stack.ts'
import type { View } from './view.ts'

export interface Shown {
  /** Its window as it is shown, and whether it has one: colours have none. */
  window: { centre: number; width: number } | null
  range: readonly [low: number, high: number]
  damaged: boolean
}

const MEGABYTE = 1024 * 1024
const CACHE_BYTES = 768 * MEGABYTE
const AHEAD = 4
let count = 0

/** Images under way. Cornerstone's own cache of promises leaves the rejection of a broken one to nobody. */
const coming = new Map<string, Promise<Types.IImage>>()
function imageOf(id: string): Promise<Types.IImage> {
  const there = cache.getImage(id)
  if (there) return Promise.resolve(there)
  const begun =
    coming.get(id) ??
    imageLoader
      .loadImage(id)
      .then((image) => {
        if (!cache.getImage(id)) cache.putImageSync(id, image)
        return image
      })
      .finally(() => coming.delete(id))
  coming.set(id, begun)
  return begun
}

/** One picture of a stack in an element of the page, drawn by Cornerstone. */
export class Stage {
  readonly #engine: RenderingEngine
  readonly #viewport: StackViewport
  readonly #places: readonly Place[]
  readonly #ids: string[]
  #image: Types.IImage | undefined
  #ready = false
  #at = 0
  #closed = false

  constructor(element: HTMLDivElement, places: readonly Place[], bytes: FrameBytes) {
    begin()
    cache.setMaxCacheSize(CACHE_BYTES)
    count += 1
    this.#places = places
    this.#ids = announce(places, bytes)
    this.#engine = new RenderingEngine(`stage ${count}`)
    const viewportId = `picture ${count}`
    this.#engine.enableElement({
      viewportId,
      element,
      type: Enums.ViewportType.STACK,
      defaultOptions: { background: [0, 0, 0] },
    })
    this.#viewport = this.#engine.getViewport(viewportId) as StackViewport
  }

  /** The picture, once it is on the screen; one after the other. `null`: the stage was closed. Throws FrameError. */
  async show(index: number, view: View): Promise<Shown | null> {
    const id = this.#ids[index]
    if (id === undefined) return null
    const image = await imageOf(id)
    if (this.#closed) return null
    this.#image = image
    this.#at = index
    if (this.#ready) await this.#viewport.setImageIdIndex(index)
    else {
      await this.#viewport.setStack(this.#ids, index)
      this.#ready = true
    }
    return this.look(view)
  }

  /** Draws what is there in another way. */
  look(view: View): Shown | null {
    const image = this.#image
    if (!image || !this.#ready || this.#closed) return null
    const window = image.color ? null : (view.window ?? this.#proposed(image))
    this.#viewport.setProperties({
      invert: view.invert !== (image.photometricInterpretation === 'MONOCHROME1' || image.invert),
      ...(window
        ? {
            voiRange: {
              lower: window.centre - 0.5 - (window.width - 1) / 2,
              upper: window.centre - 0.5 + (window.width - 1) / 2,
            },
          }
        : {}),
    })
    this.#viewport.resetCamera({ suppressEvents: true })
    const zoom = view.zoom * this.#fit(view.rotation)
    if (getShouldUseCPURendering()) this.#placeByProcessor({ ...view, zoom })
    else
      this.#viewport.setViewPresentation({
        zoom,
        pan: [view.pan[0] / zoom, view.pan[1] / zoom],
        rotation: view.rotation,
        flipHorizontal: view.flip,
      })
    this.#viewport.render()
    return { window, range: [image.minPixelValue, image.maxPixelValue], damaged: isDamaged(image.imageId) }
  }

  /** A picture that lies on its side fits its place by another measure than the one that stands. */
  #fit(rotation: number): number {
    const image = this.#places[this.#at]?.instance.image
    if (!image || rotation % 180 === 0) return 1
    const [column, row] = this.#size()
    const { clientWidth, clientHeight } = this.#viewport.element
    const whole = (width: number, height: number) => Math.min(clientWidth / width, clientHeight / height)
    const [width, height] = [image.columns * column, image.rows * row]
    return whole(height, width) / whole(width, height)
  }

  /**
   * Where Cornerstone draws without WebGL its zoom counts from one pixel of the picture for one of the screen, not from the
   * picture that fits, its pan from the picture's corner, and its flip does nothing: all three are told by the camera instead.
   */
  #placeByProcessor({ zoom, pan, rotation, flip }: View): void {
    const viewport = this.#viewport
    viewport.setViewPresentation({ rotation })
    viewport.setCamera({ flipHorizontal: flip })
    viewport.setZoom(viewport.getZoom() * zoom)
    // By how much it moves; where it is now is counted in those pixels of the screen.
    const [from, to] = [this.#worldAt([0, 0]), this.#worldAt([-pan[0], -pan[1]])]
    const [x, y, z] = viewport.getCamera().focalPoint ?? [0, 0, 0]
    viewport.setCamera({ focalPoint: [x + to[0] - from[0], y + to[1] - from[1], z] })
  }

  /** What the device proposes; of CT, whose whole range shows nothing, soft tissue; otherwise all there is. */
  #proposed(image: Types.IImage): { centre: number; width: number } {
    const place = this.#places[this.#at]
    const [own] = place && !place.instance.image?.voi ? (valuesAt(place)?.windows ?? []) : []
    if (own) return own
    if (place?.instance.modality === 'CT' && !place.instance.image?.voi) return SOFT_TISSUE
    const span = Math.max(1, image.maxPixelValue - image.minPixelValue + 1)
    return { centre: image.minPixelValue + span / 2, width: span }
  }

  /** The picture's own pixels to the element's, and back. */
  toScreen([x, y]: readonly [number, number]): [number, number] {
    const [column, row] = this.#size()
    const [a, b] = this.#viewport.worldToCanvas([x * column, y * row, 0])
    const unit = this.#unit()
    return [a / unit, b / unit]
  }
  toPicture(point: readonly [number, number]): [number, number] {
    const [column, row] = this.#size()
    const [a, b] = this.#worldAt(point)
    return [a / column, b / row]
  }
  #worldAt([x, y]: readonly [number, number]): Types.Point3 {
    const unit = this.#unit()
    return this.#viewport.canvasToWorld([x * unit, y * unit])
  }
  /**
   * A pixel of CSS as Cornerstone counts it. Without WebGL it draws on a canvas of CSS pixels, and takes places on it for
   * pixels of the screen: where these are smaller, every length would be too long.
   */
  #unit(): number {
    if (!getShouldUseCPURendering()) return 1
    const { width, clientWidth } = this.#viewport.getCanvas()
    return width / clientWidth / window.devicePixelRatio
  }
  #size(): [number, number] {
    const image = this.#places[this.#at]?.instance.image
    return image ? pixelSize(image) : [1, 1]
  }
  /** What is stored there, in units of the modality; of colours three. */
  valueAt([x, y]: readonly [number, number]): number[] | null {
    const image = this.#image
    const [column, row] = [Math.round(x), Math.round(y)]
    if (!image || column < 0 || row < 0 || column >= image.columns || row >= image.rows) return null
    const pixels = image.voxelManager?.getScalarData() ?? image.getPixelData()
    const parts = image.numberOfComponents || 1
    const at = (row * image.columns + column) * parts
    return Array.from({ length: Math.min(3, parts) }, (_, n) => pixels[at + n] ?? 0)
  }

  /** The pictures around, nearest first, a few at a time; `loaded` is told how many of all are there. */
  async ahead(from: number, loaded: (n: number) => void): Promise<void> {
    const order = this.#ids.map((_, n) => n).sort((a, b) => Math.abs(a - from) - Math.abs(b - from))
    const run = async () => {
      for (let n = order.shift(); n !== undefined; n = order.shift()) {
        const id = this.#ids[n]
        // A large stack fills the memory before it is whole: the rest comes when it is looked at.
        if (this.#closed || id === undefined || cache.getBytesAvailable() < CACHE_BYTES / 8) return
        // One that fails says so when it is looked at.
        await imageOf(id).catch(() => undefined)
        if (!this.#closed) loaded(this.#ids.filter((one) => cache.isLoaded(one)).length)
      }
    }
    await Promise.all(Array.from({ length: AHEAD }, run))
  }

  resize(): void {
    if (!this.#closed) this.#engine.resize(true, true)
  }
  close(): void {
    this.#closed = true
    this.#engine.destroy()
    for (const id of this.#ids) if (cache.isLoaded(id)) cache.removeImageLoadObject(id, { force: true })
    forget(this.#ids)
  }
}
