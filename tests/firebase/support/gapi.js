// Stands in for https://apis.google.com/js/api.js: the few calls with which a page and a frame of the project talk, over postMessage.
;(() => {
  if (window.gapi) return
  const handlers = new Map([['ping', async () => ({ ok: true })]])
  const waiting = new Map()
  // A handler may be registered after its message has arrived; the real script delivers then too.
  let held = []
  let last = 0

  const receive = async (event) => {
    const message = event.data
    if (message?.standIn !== 'gapi') return
    if (message.answers) {
      const answered = waiting.get(message.answers)
      waiting.delete(message.answers)
      // Having taken the answer about web storage, the SDK's own callback throws in any case (`auth/internal-error`): that stays here.
      try {
        answered?.([message.data])
      } catch (error) {
        console.debug(error)
      }
      return
    }
    const handler = handlers.get(message.type)
    if (!handler) {
      held.push(event)
      return
    }
    event.source.postMessage(
      { standIn: 'gapi', answers: message.id, data: await handler(message.data) },
      '*',
    )
  }
  addEventListener('message', receive)

  const talkTo = (windowOf) => ({
    restyle: async () => {},
    register(type, handler) {
      handlers.set(type, handler)
      const now = held
      held = []
      for (const event of now) void receive(event)
    },
    send(type, data, answered) {
      const id = `${location.pathname}-${++last}-${Math.random()}`
      if (answered) waiting.set(id, answered)
      windowOf().postMessage({ standIn: 'gapi', id, type, data }, '*')
    },
    ping(answered) {
      return new Promise((resolve) => {
        const timer = setInterval(
          () =>
            this.send('ping', null, (answer) => {
              clearInterval(timer)
              answered?.(answer)
              resolve(answer)
            }),
          50,
        )
      })
    },
  })

  const context = {
    getParentIframe: () => talkTo(() => parent),
    open({ url, where, attributes }, opened) {
      const frame = document.createElement('iframe')
      frame.src = url
      Object.assign(frame.style, attributes?.style)
      where.appendChild(frame)
      return Promise.resolve(opened(talkTo(() => frame.contentWindow)))
    },
  }
  window.gapi = {
    load: (_features, options) => {
      setTimeout(() => (options.callback ?? options)(), 0)
    },
    iframes: {
      getContext: () => context,
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: class {},
    },
  }
  const source = document.currentScript?.src
  const ready = source && new URL(source).searchParams.get('onload')
  if (ready) window[ready]?.()
  else window.gapi_onload?.()
})()
