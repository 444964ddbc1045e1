import { THUMB_MAX_BYTES, THUMB_SIDE } from '@teleward/contract/files/rules.ts'

/** How long a film is waited for to show a picture of itself. */
const FILM_MS = 4000

/** A small JPEG of a picture or of the beginning of a film, in base64; `null`: this browser can make none of it. */
export async function thumbOf(file: File): Promise<string | null> {
  const kind = file.type.split('/')[0]
  if (kind === 'image') {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
    if (!bitmap) return null
    try {
      return drawn(bitmap, bitmap.width, bitmap.height)
    } finally {
      bitmap.close()
    }
  }
  return kind === 'video' ? ofFilm(file) : null
}

function drawn(source: CanvasImageSource, width: number, height: number): string | null {
  const scale = Math.min(1, THUMB_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d')
  if (!pen || !width || !height) return null
  // Transparent pixels become white, as on paper.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.8, 0.6, 0.4]) {
    const data = canvas.toDataURL('image/jpeg', quality).replace(/^[^,]*,/, '')
    if (data.length * 0.75 <= THUMB_MAX_BYTES) return data
  }
  return null
}

async function ofFilm(file: File): Promise<string | null> {
  const film = document.createElement('video')
  const url = URL.createObjectURL(file)
  film.muted = true
  film.preload = 'auto'
  film.src = url
  try {
    return await new Promise<string | null>((resolve) => {
      const late = setTimeout(() => resolve(null), FILM_MS)
      const end = (data: string | null) => {
        clearTimeout(late)
        resolve(data)
      }
      film.onerror = () => end(null)
      film.onloadeddata = () => {
        film.currentTime = Math.min(0.5, film.duration / 2 || 0)
      }
      film.onseeked = () => end(drawn(film, film.videoWidth, film.videoHeight))
    })
  } finally {
    URL.revokeObjectURL(url)
    film.removeAttribute('src')
  }
}
