"""Every learner as a scikit-learn classifier, trained and recorded by the same engine.

Importing this loads scikit-learn; nothing else in `core` imports it.
"""

from core.estimators.adaboost import AdaBoost
from core.estimators.logistic_regression import LogisticRegression
from core.estimators.margins import Mira, Pegasos, SupportVectorMachine
from core.estimators.naive_bayes import NaiveBayes
from core.estimators.perceptrons import AveragedPerceptron, Perceptron, VotedPerceptron

__all__ = [
    "AdaBoost",
    "AveragedPerceptron",
    "LogisticRegression",
    "Mira",
    "NaiveBayes",
    "Pegasos",
    "Perceptron",
    "SupportVectorMachine",
    "VotedPerceptron",
]
