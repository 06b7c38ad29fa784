/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside docgen: completions of flags in the form of each shell, and of the words of options and
 * topics (docgen-completion.c); types of the D library for the reference (docgen-types.c);
 * words of D for editors (docgen-syntax.c).
 */
#ifndef DT_TOOLS_DOCGEN_H
#define DT_TOOLS_DOCGEN_H

#include <stdbool.h>

void docgen_bash_flags(void); // 'LETTER NAME KIND'
void docgen_zsh_flags(void);  // specifications of _arguments
void docgen_fish_flags(void); // commands
void docgen_option_words(void);
void docgen_topic_words(void);
void docgen_fish_options(void); // the same words for fish, with descriptions
void docgen_fish_topics(void);

void docgen_vim_words(void);	  // commands
void docgen_textmate_words(void); // patterns

bool docgen_guide_types(int n, char **paths); // false: failed, and reported the error

#endif
