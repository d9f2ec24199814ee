import * as emotionCss from '@emotion/css';
import * as emotionReact from '@emotion/react';
import * as grafanaData from '@grafana/data';
import * as grafanaRuntime from '@grafana/runtime';
import * as grafanaUi from '@grafana/ui';
import * as grafanaUiUnstable from '@grafana/ui/unstable';
import i18next from 'i18next';
import jquery from 'jquery';
import lodash from 'lodash';
// eslint-disable-next-line no-restricted-imports -- only plugins import it, the page does not
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
 * The modules that a plugin's bundle does not include and imports from its host, by name. Grafana shares more (d3, slate,
 * prismjs, redux, app/core/…). The import of a module that is missing here fails with an error from SystemJS that names it.
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

/** The exports of a CommonJS package are its default export. An AMD bundle expects that object itself. */
function commonJs(exported: object): Module {
  return { ...exported, default: exported, __useDefault: true };
}
