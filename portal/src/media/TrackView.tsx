import { useEffect, useRef } from 'react'

interface Props {
  /** Whose it is; also how tests and screen readers find it. */
  id: string
  track: MediaStreamTrack | null
}

/** Picture only. Sound has an element of its own: with both in one, sound would wait for the first key frame. */
export function TrackVideo({
  id,
  track,
  label,
  muted,
  mirrored,
  className,
}: Props & { label: string; muted?: boolean; mirrored?: boolean; className?: string }) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = element.current
    if (!video) return
    video.srcObject = track ? new MediaStream([track]) : null
    if (track) void video.play().catch(() => {})
  }, [track])
  return (
    <video
      ref={element}
      data-participant={id}
      className={`${className ?? ''} ${mirrored ? 'mirrored' : ''} ${track ? '' : 'empty'}`}
      aria-label={label}
      autoPlay
      playsInline
      muted={muted ?? true}
    />
  )
}

export function TrackAudio({ id, track }: Props) {
  const element = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const audio = element.current
    if (!audio) return
    audio.srcObject = track ? new MediaStream([track]) : null
    if (!track) return
    // A page that nobody has touched yet may not sound; the first touch makes up for it.
    const play = () => void audio.play().then(quiet, () => {})
    const quiet = () => window.removeEventListener('pointerdown', play, true)
    window.addEventListener('pointerdown', play, true)
    play()
    return quiet
  }, [track])
  // biome-ignore lint/a11y/useMediaCaption: a live voice has no captions.
  return <audio ref={element} data-participant={id} autoPlay />
}
