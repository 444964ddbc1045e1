// Timers of a page in the background are slowed down to one a second, those of its workers are not.
let timer: ReturnType<typeof setInterval> | undefined

self.onmessage = ({ data }: MessageEvent<number>) => {
  clearInterval(timer)
  if (data > 0) timer = setInterval(() => self.postMessage(0), data)
}
