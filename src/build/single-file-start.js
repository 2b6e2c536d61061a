// The first script of the edition in one file. What the site has as files beside the page stands in elements
// of the type text/plain, which run nothing.
(() => {
  const addresses = new Map();
  // inlineFile gives a file of the site an address in this page.
  globalThis.inlineFile = (name) => {
    if (!addresses.has(name)) {
      const { textContent } = document.querySelector(`script[data-file="${name}"]`);
      const type = /\.m?js$/.test(name) ? 'text/javascript' : 'text/plain';
      addresses.set(name, URL.createObjectURL(new Blob([textContent], { type })));
    }
    return addresses.get(name);
  };
  // Nothing else is ever run as a worker.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => ([...addresses.values()].includes(address) ? address : null),
  });
})();
