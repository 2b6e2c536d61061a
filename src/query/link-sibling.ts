import { isRegisterName } from '../core/curie.ts';

/**
 * siblingBase guesses the base address of another register from the address and the name of one. By its path, at the same origin: `…/registers/country/v2` and
 * `country` lead to `…/registers/currency/v2`. Else by its host, where that has four labels or more, begins with the name, and is not below a domain that hosts
 * whoever comes: `https://country.register.gov.uk` leads to `https://currency.register.gov.uk`. Undefined where neither fits, or another register cannot be called that.
 */
export function siblingBase(base: string, own: string, other: string): string | undefined {
  if (!isRegisterName(own) || !isRegisterName(other) || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  const segments = url.pathname.split('/');
  const at = segments.lastIndexOf(own);
  if (at > 0) url.pathname = segments.with(at, other).join('/');
  else {
    const [first, ...rest] = url.hostname.split('.');
    if (first !== own || !isOneOwners(rest)) return undefined;
    url.hostname = [other, ...rest].join('.');
  }
  return url.href.replace(/\/+$/, '');
}

/** isOneOwners tells whether all names below a domain are likely to be one owner's. `country.example` and `country.co.uk` lead to other people's names, and a last empty label is none. */
function isOneOwners(labels: readonly string[]): boolean {
  if (labels.length < 3 || labels.includes('')) return false;
  return !SHARED.some((domain) => labels.slice(-domain.split('.').length).join('.') === domain);
}

/** SHARED are domains under which different people have their names side by side, at any depth (well-known ones of publicsuffix.org; no list is complete). */
const SHARED = [
  'github.io',
  'app.github.dev',
  'gitlab.io',
  'readthedocs.io',
  'pages.dev',
  'workers.dev',
  'netlify.app',
  'vercel.app',
  'herokuapp.com',
  'onrender.com',
  'fly.dev',
  'railway.app',
  'deno.dev',
  'replit.app',
  'web.app',
  'firebaseapp.com',
  'appspot.com',
  'run.app',
  'amazonaws.com',
  'awsapprunner.com',
  'elasticbeanstalk.com',
  'cloudfront.net',
  'azurewebsites.net',
  'azurestaticapps.net',
  'azurecontainerapps.io',
  'windows.net',
  'azurefd.net',
  'azure.com',
  'ondigitalocean.app',
  'r2.dev',
  'pythonanywhere.com',
  'ngrok.io',
  'ngrok.app',
  'ngrok-free.app',
  'nip.io',
  'sslip.io',
  'duckdns.org',
  'blogspot.com',
  'wordpress.com',
];
