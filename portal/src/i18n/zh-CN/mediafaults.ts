import type source from '../zh-TW/mediafaults.ts'
import type { Translation } from '../types.ts'

export default {
  audio: {
    denied: '浏览器没有允许使用麦克风，对方听不到您',
    missing: '找不到麦克风，对方听不到您。请接上耳机麦克风',
    busy: '麦克风正被其他程序使用，对方听不到您。请关闭那个程序，再打开麦克风',
    lost: '麦克风“{{device}}”断开了，对方听不到您。请重新接上，或接上另一个',
    unsupported: '这个网页不是安全连接，浏览器不开放麦克风',
    changed: '麦克风“{{from}}”断开，已改用“{{to}}”',
    other: '{{name}}的麦克风目前没有声音，不是静音',
  },
  video: {
    denied: '浏览器没有允许使用摄像头，对方看不到您',
    missing: '找不到摄像头，对方看不到您，仍可以通话',
    busy: '摄像头正被其他程序使用，对方看不到您。请关闭那个程序，再打开摄像头',
    lost: '摄像头“{{device}}”断开了，对方看不到您。请重新接上',
    unsupported: '这个网页不是安全连接，浏览器不开放摄像头',
    changed: '摄像头“{{from}}”断开，已改用“{{to}}”',
    other: '{{name}}的摄像头目前无法使用',
  },
  kept: '“{{device}}”无法使用，继续用原来的设备',
  how: '如何允许',
  busyWord: '使用中',
  doctorSilent: '医生的麦克风突然没有声音，正在处理，请稍候',
} satisfies Translation<typeof source>
