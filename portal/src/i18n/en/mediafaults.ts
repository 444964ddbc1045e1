import type source from '../zh-TW/mediafaults.ts'
import type { Translation } from '../types.ts'

export default {
  audio: {
    denied: 'The browser does not allow the microphone: the other side cannot hear you',
    missing: 'No microphone found: the other side cannot hear you. Connect a headset',
    busy: 'Another program uses the microphone: the other side cannot hear you. Close it, then unmute',
    lost: 'Microphone "{{device}}" is disconnected: the other side cannot hear you. Connect it again, or another one',
    unsupported: 'This page is not a secure connection: the browser gives it no microphone',
    changed: 'Microphone "{{from}}" is disconnected, "{{to}}" is in use now',
    other: 'The microphone of {{name}} gives no sound just now, it is not muted',
  },
  video: {
    denied: 'The browser does not allow the camera: the other side cannot see you',
    missing: 'No camera found: the other side cannot see you, and still hears you',
    busy: 'Another program uses the camera: the other side cannot see you. Close it, then switch the camera on',
    lost: 'Camera "{{device}}" is disconnected: the other side cannot see you. Connect it again',
    unsupported: 'This page is not a secure connection: the browser gives it no camera',
    changed: 'Camera "{{from}}" is disconnected, "{{to}}" is in use now',
    other: 'The camera of {{name}} cannot be used just now',
  },
  kept: '"{{device}}" cannot be used, the device before it stays in use',
  how: 'How to allow it',
  busyWord: 'in use',
  doctorSilent: "The doctor's microphone has stopped working. It is being seen to, one moment",
} satisfies Translation<typeof source>
