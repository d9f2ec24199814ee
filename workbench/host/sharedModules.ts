import * as emotionCss from '@emotion/css';
import * as emotionReact from '@emotion/react';
import * as grafanaData from '@grafana/data';
import * as grafanaRuntime from '@grafana/runtime';
import * as grafanaUi from '@grafana/ui';
import * as grafanaUiUnstable from '@grafana/ui/unstable';
import i18next from 'i18next';
import jquery from 'jquery';
import lodash from 'lodash';
// eslint-disable-next-line no-restricted-imports -- the page does not use it, a plugin may ask for it
import moment from 'moment';
import react from 'react';
import * as inlineSvg from 'react-inlinesvg';
import reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import * as reactRouterDom from 'react-router-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as rxjs from 'rxjs';
import * as rxjsOperators from 'rxjs/operators';

type Module = Record<string, unknown>;

/**
 * The modules that a plugin's bundle leaves out and asks its host for, by the names it asks for. Grafana shares more
 * (d3, slate, prismjs, redux, app/core/…); what is missing here fails with SystemJS naming it.
 */
export const sharedModules: Record<string, Module> = {
  '@emotion/css': { ...emotionCss },
  '@emotion/react': { ...emotionReact },
  '@grafana/data': { ...grafanaData },
  '@grafana/runtime': { ...grafanaRuntime },
  '@grafana/ui': { ...grafanaUi },
  '@grafana/ui/unstable': { ...grafanaUiUnstable },
  i18next: commonJs(i18next),
  jquery: commonJs(jquery),
  lodash: commonJs(lodash),
  moment: commonJs(moment),
  react: commonJs(react),
  'react-dom': commonJs(reactDom),
  'react-dom/client': { ...reactDomClient },
  'react-inlinesvg': { ...inlineSvg },
  'react-router': { ...reactRouterDom },
  'react-router-dom': { ...reactRouterDom },
  'react/jsx-dev-runtime': { ...jsxDevRuntime },
  'react/jsx-runtime': { ...jsxRuntime },
  rxjs: { ...rxjs },
  'rxjs/operators': { ...rxjsOperators },
};

/** A CommonJS package is its default export: an AMD bundle has to get that itself, with its members on it. */
function commonJs(exported: object): Module {
  return { ...exported, default: exported, __useDefault: true };
}
