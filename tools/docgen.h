/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The lines of completions (docgen-completion.c): flags in the form that each shell wants, and
 * words of options and topics. What the reference has of files of the D library (docgen-types.c).
 */
#ifndef DT_TOOLS_DOCGEN_H
#define DT_TOOLS_DOCGEN_H

#include <stdbool.h>

void docgen_bash_flags(void); // 'LETTER NAME KIND'
void docgen_zsh_flags(void);  // specifications of _arguments
void docgen_fish_flags(void); // commands
void docgen_option_words(void);
void docgen_topic_words(void);
void docgen_fish_options(void); // the same words for fish, with what they mean
void docgen_fish_topics(void);

bool docgen_guide_types(int n, char **paths); // false: reported

#endif
