/*
 * All a hostile script tries to get at what is not its own. Each attempt ends with what it got, or fails. `provider` is
 * the address the script came from.
 */
function listAttempts(provider) {
  const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const need = (value) => {
    if (value === null || value === undefined || value === '') throw new Error('nothing');
    return value;
  };
  /** What a frame made here says or shows; it has half a second. */
  const frame = async (set, look) => {
    const element = document.createElement('iframe');
    set(element);
    let heard;
    const hear = ({ source, data }) => {
      if (source === element.contentWindow) heard = data;
    };
    addEventListener('message', hear);
    document.body.append(element);
    await later(500);
    removeEventListener('message', hear);
    try {
      return need(heard ?? look(element.contentWindow));
    } finally {
      element.remove();
    }
  };
  const tell = '<script>parent.postMessage(JSON.stringify(localStorage), "*")</script>';
  const blob = (type, text) => URL.createObjectURL(new Blob([text], { type }));
  const token = (place) => need(place.localStorage.getItem('token'));

  return {
    localStorage: () => token(window),
    opener: () => token(need(opener)),
    sessionStorage: () => JSON.stringify(sessionStorage),
    cookie: () => `cookies: ${document.cookie}`,
    indexedDB: () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('any');
        request.onsuccess = () => resolve('opened');
        request.onerror = reject;
      }),
    caches: () => caches.keys(),
    'document around': () => need(parent.document.documentElement.outerHTML),
    'storage around': () => token(parent),
    'address around': () => parent.location.href,
    'own frame': () => need(frameElement).removeAttribute('sandbox'),
    'page moved': () => {
      top.location = `${provider}/evil`;
      return 'moved';
    },
    'page moved by a link': () => {
      const link = document.createElement('a');
      link.href = `${provider}/evil`;
      link.target = '_top';
      document.body.append(link);
      link.click();
      return Promise.reject(new Error('seen outside'));
    },
    'page moved by a form': () => {
      const form = document.createElement('form');
      form.action = `${provider}/evil`;
      form.target = '_top';
      document.body.append(form);
      form.submit();
      return Promise.reject(new Error('seen outside'));
    },
    popup: () => need(open(`${provider}/evil`)),
    account: async () => (await fetch('/api/account', { credentials: 'include' })).text(),
    'another page': async () => (await fetch('/')).text(),
    'question to the page': async () => {
      const answers = [];
      addEventListener('message', ({ source, data }) => {
        if (source === parent || source === top) answers.push(JSON.stringify(data));
      });
      for (const wish of ['token', { type: 'token' }, { widget: 'token' }, { widget: 'ready', token: '' }]) {
        parent.postMessage(wish, '*');
        top.postMessage(wish, '*');
      }
      await later(500);
      return need(answers.join());
    },
    'service worker': async () => need(await navigator.serviceWorker.register('/sw.js')),
    worker: () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(
          blob('text/javascript', 'fetch("/").then((answer) => answer.text()).then(postMessage)'),
        );
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
        setTimeout(reject, 500);
      }),
    'empty frame': () => frame(() => {}, token),
    'frame about:blank': () => frame((element) => element.setAttribute('src', 'about:blank'), token),
    'frame of a blob': () => frame((element) => element.setAttribute('src', blob('text/html', tell)), token),
    'frame of a text': () => frame((element) => element.setAttribute('srcdoc', tell), token),
    'frame of a data address': () =>
      frame((element) => element.setAttribute('src', `data:text/html,${tell}`), token),
    'frame of the product': () =>
      frame(
        (element) => element.setAttribute('src', '/'),
        (place) => place.document.body.textContent,
      ),
  };
}

/** Tries these, or all; answers with what each got, null for nothing. */
globalThis.attempt = async (provider, names) => {
  const attempts = listAttempts(provider);
  const tries = (names ?? Object.keys(attempts)).map(async (name) => {
    try {
      return { name, got: String(await attempts[name]()) };
    } catch {
      return { name, got: null };
    }
  });
  return Promise.all(tries);
};
