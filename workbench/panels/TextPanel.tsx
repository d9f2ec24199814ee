import { renderTextPanelMarkdown, textUtil, type PanelProps } from '@grafana/data';
import React from 'react';

export interface TextOptions {
  readonly mode: 'markdown' | 'html' | 'code';
  readonly content: string;
}

/** The text panel: Markdown, sanitized HTML or code. */
export function TextPanel({ options, replaceVariables, width, height }: PanelProps<TextOptions>) {
  const content = replaceVariables(options.content, {}, options.mode === 'code' ? 'json' : 'html');
  const box = { width, height, overflow: 'auto' };
  if (options.mode === 'code') {
    return <pre style={box}>{content}</pre>;
  }
  const html = options.mode === 'html' ? textUtil.sanitize(content) : renderTextPanelMarkdown(content);
  return <div className="markdown-html" style={box} dangerouslySetInnerHTML={{ __html: html }} />;
}
