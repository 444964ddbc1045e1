import { useEffect, useState } from 'react'

/** Front and back: the camera after the one in use, and whether that one looks away from the person. */
export function useCameras(track: MediaStreamTrack | null): { next: string | null; away: boolean } {
  const [all, setAll] = useState<MediaDeviceInfo[]>([])
  useEffect(() => {
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (!devices || !track) return
    let over = false
    const list = () =>
      void devices.enumerateDevices().then((found) => {
        if (!over) setAll(found.filter(({ kind }) => kind === 'videoinput'))
      }, reportError)
    list()
    devices.addEventListener('devicechange', list)
    return () => {
      over = true
      devices.removeEventListener('devicechange', list)
    }
  }, [track])
  const now = track?.getSettings()
  const at = all.findIndex(({ deviceId }) => deviceId === now?.deviceId)
  const next = all.length > 1 ? all[(at + 1) % all.length] : undefined
  return { next: next?.deviceId ?? null, away: now?.facingMode === 'environment' }
}
